// SPDX-License-Identifier: BSD-3-Clause
// Places along the borders of a picture.

// Distance of ticks, 1, 2 or 5 times a power of ten, at least so many pixels apart.
function tick_step(scale, least_pixels) {
  const least = least_pixels / scale;
  const power = 10 ** Math.floor(Math.log10(least));
  return Math.max(1, [1, 2, 5, 10].map(k => k * power).find(step => step >= least));
}

// The places from..to that have a tick: numbers of letters, counted from 1; the first letter has one.
function tick_places(from, to, step) {
  const out = [];
  for (let place = Math.floor(from / step) * step; place <= to; place += step) {
    const number = place === 0 ? 1 : place;
    if (number - 0.5 >= from && number - 0.5 <= to)
      out.push(number);
  }
  return out;
}

function tick_text(number, step) {
  if (number < 2 || step < 1e4)
    return grouped(number);
  return step < 1e6 ? `${grouped(number / 1e3)} k` : `${grouped(number / 1e6)} M`;
}

// Ticks, numbers and lines of the grid; `label_top` and `label_left` are where numbers stand.
function draw_axes(pen, view, colours, {label_top, label_left}) {
  const {left, top, width, height} = view.frame;
  const step_x = tick_step(view.x_scale, 70), step_y = tick_step(view.y_scale, 44);
  const grid = [];
  for (const number of tick_places(view.x0, view.x1, step_x)) {
    const x = view.px(number - 0.5);
    grid.push(x, top, x, top + height);
    pen.text(x, label_top, tick_text(number, step_x), {colour: colours.faint, anchor: 'middle', size: 10.5});
  }
  for (const number of tick_places(view.y0, view.y1, step_y)) {
    const y = view.py(number - 0.5);
    grid.push(left, y, left + width, y);
    pen.text(
        label_left, y, tick_text(number, step_y), {colour: colours.faint, anchor: 'end', size: 10.5, middle: true});
  }
  pen.strokes(grid, colours.grid, 1);
}
