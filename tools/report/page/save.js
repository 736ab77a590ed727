// SPDX-License-Identifier: BSD-3-Clause
// Pictures as files, always in the light colours, with their legend.

function file_name(title, ending) {
  return (title.replace(/[^A-Za-z0-9._-]+/g, '_').replace(/^[._]+|_+$/g, '').slice(0, 80) || 'report') + ending;
}

function offer_file(blob, name) {
  const url = URL.createObjectURL(blob);
  const link = make('a', {href: url, download: name});
  document.body.append(link);
  link.click();
  link.remove();
  setTimeout(() => URL.revokeObjectURL(url), 10000);
}

function figure_svg(figure) {
  const pen = new svg_pen(figure.width, figure.height);
  figure.draw(pen, palette_of('light'));
  return pen.finished(figure.title);
}

function save_svg(figure) {
  offer_file(new Blob([figure_svg(figure)], {type: 'image/svg+xml'}), file_name(figure.title, '.svg'));
}

function save_png(figure) {
  const scale = 2;
  const canvas = make('canvas', {width: figure.width * scale, height: figure.height * scale});
  const context = canvas.getContext('2d');
  context.scale(scale, scale);
  figure.draw(new canvas_pen(context), palette_of('light'));
  canvas.toBlob(blob => offer_file(blob, file_name(figure.title, '.png')), 'image/png');
}
