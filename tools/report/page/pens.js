// SPDX-License-Identifier: BSD-3-Clause
// Two pens that take the same strokes: one draws on a canvas (screen, PNG), one writes SVG. Units are CSS pixels.

const plain_font = 'system-ui, "Segoe UI", Helvetica, Arial, sans-serif';
const letter_font = 'ui-monospace, "DejaVu Sans Mono", Menlo, Consolas, monospace';

class canvas_pen {
  constructor(context) {
    this.context = context;
  }
  // Straight strokes: points has x0, y0, x1, y1 of each.
  strokes(points, colour, width = 1, cap = 'butt') {
    if (points.length === 0)
      return;
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.lineCap = cap;
    c.beginPath();
    for (let k = 0; k < points.length; k += 4) {
      c.moveTo(points[k], points[k + 1]);
      c.lineTo(points[k + 2], points[k + 3]);
    }
    c.stroke();
  }
  // Filled boxes: boxes has left, top, width, height of each.
  boxes(boxes, colour, opacity = 1) {
    const c = this.context;
    c.fillStyle = colour;
    c.globalAlpha = opacity;
    for (let k = 0; k < boxes.length; k += 4)
      c.fillRect(boxes[k], boxes[k + 1], boxes[k + 2], boxes[k + 3]);
    c.globalAlpha = 1;
  }
  frame(left, top, width, height, colour) {
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = 1;
    c.strokeRect(left, top, width, height);
  }
  curve(points, colour, width) {  // x0, y0, and the three points of a cubic curve
    const c = this.context;
    c.strokeStyle = colour;
    c.lineWidth = width;
    c.beginPath();
    c.moveTo(points[0], points[1]);
    c.bezierCurveTo(...points.slice(2));
    c.stroke();
  }
  text(x, y, text, {colour, size = 11, anchor = 'start', turn = 0, letters = false, bold = false, middle = false}) {
    const c = this.context;
    c.save();
    c.translate(x, y);
    c.rotate(turn * Math.PI / 180);
    c.fillStyle = colour;
    c.font = `${bold ? '600 ' : ''}${size}px ${letters ? letter_font : plain_font}`;
    c.textAlign = anchor === 'middle' ? 'center' : anchor;
    c.textBaseline = middle ? 'middle' : 'alphabetic';
    c.fillText(text, 0, 0);
    c.restore();
  }
  clip(left, top, width, height) {
    this.context.save();
    this.context.beginPath();
    this.context.rect(left, top, width, height);
    this.context.clip();
  }
  unclip() {
    this.context.restore();
  }
}

class svg_pen {
  constructor(width, height) {
    this.width = width;
    this.height = height;
    this.parts = [];
    this.clips = 0;
  }
  static number(value) {
    return String(Math.round(value * 100) / 100);
  }
  static escaped(text) {
    return text.replace(/[&<>"\u0000-\u001f]/g, c => c < ' ' ? ' ' : `&#${c.charCodeAt(0)};`);
  }
  strokes(points, colour, width = 1, cap = 'butt') {
    if (points.length === 0)
      return;
    const n = svg_pen.number;
    let path = '';
    for (let k = 0; k < points.length; k += 4)
      path += `M${n(points[k])} ${n(points[k + 1])}L${n(points[k + 2])} ${n(points[k + 3])}`;
    this.parts.push(
        `<path d="${path}" fill="none" stroke="${colour}" stroke-width="${n(width)}" stroke-linecap="${cap}"/>`);
  }
  boxes(boxes, colour, opacity = 1) {
    if (boxes.length === 0)
      return;
    const n = svg_pen.number;
    let path = '';
    for (let k = 0; k < boxes.length; k += 4)
      path += `M${n(boxes[k])} ${n(boxes[k + 1])}h${n(boxes[k + 2])}v${n(boxes[k + 3])}h${n(-boxes[k + 2])}z`;
    this.parts.push(`<path d="${path}" fill="${colour}" fill-opacity="${opacity}"/>`);
  }
  frame(left, top, width, height, colour) {
    const n = svg_pen.number;
    this.parts.push(`<rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${n(height)}" fill="none" stroke="${
        colour}"/>`);
  }
  curve(points, colour, width) {
    const [x, y, ...rest] = points.map(svg_pen.number);
    this.parts.push(`<path d="M${x} ${y}C${rest.join(' ')}" fill="none" stroke="${colour}" stroke-width="${
        svg_pen.number(width)}"/>`);
  }
  text(x, y, text, {colour, size = 11, anchor = 'start', turn = 0, letters = false, bold = false, middle = false}) {
    const n = svg_pen.number;
    const place = turn ? `transform="translate(${n(x)} ${n(y)}) rotate(${turn})"` : `x="${n(x)}" y="${n(y)}"`;
    this.parts.push(`<text ${place} fill="${colour}" font-size="${size}" text-anchor="${anchor}"` +
        `${letters ? ` font-family="${svg_pen.escaped(letter_font)}"` : ''}${bold ? ' font-weight="600"' : ''}` +
        `${middle ? ' dominant-baseline="central"' : ''}>${svg_pen.escaped(text)}</text>`);
  }
  clip(left, top, width, height) {
    const n = svg_pen.number;
    const id = `c${this.clips++}`;
    this.parts.push(`<clipPath id="${id}"><rect x="${n(left)}" y="${n(top)}" width="${n(width)}" height="${
                        n(height)}"/></clipPath>` +
        `<g clip-path="url(#${id})">`);
  }
  unclip() {
    this.parts.push('</g>');
  }
  finished(title) {
    return `<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 ${this.width} ${this.height}" width="${this.width}" ` +
        `height="${this.height}" font-family="${svg_pen.escaped(plain_font)}">\n<title>${
            svg_pen.escaped(title)}</title>\n` +
        this.parts.join('\n') + '\n</svg>\n';
  }
}
