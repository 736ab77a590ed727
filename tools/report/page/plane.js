// SPDX-License-Identifier: BSD-3-Clause
// The part of a plane of letters that is seen: x runs along the target, y along the query, both in units of letters.
// Letter p of a sequence lies between p and p + 1.

class plane {
  // @param zooms_y   false where y counts lanes of one height
  constructor(width, height, zooms_y = true) {
    this.extent = {width, height};
    this.zooms_y = zooms_y;
    this.frame = {left: 0, top: 0, width: 1, height: 1};
    this.fit();
  }
  fit() {
    this.x0 = 0;
    this.x1 = this.extent.width;
    if (!this.zooms_y && this.y1 !== undefined)
      return;
    this.y0 = 0;
    this.y1 = this.extent.height;
  }
  get x_scale() {  // pixels a letter
    return this.frame.width / (this.x1 - this.x0);
  }
  get y_scale() {
    return this.frame.height / (this.y1 - this.y0);
  }
  px(x) {
    return this.frame.left + (x - this.x0) * this.x_scale;
  }
  py(y) {
    return this.frame.top + (y - this.y0) * this.y_scale;
  }
  x_at(px) {
    return this.x0 + (px - this.frame.left) / this.x_scale;
  }
  y_at(py) {
    return this.y0 + (py - this.frame.top) / this.y_scale;
  }
  holds(px, py) {
    const {left, top, width, height} = this.frame;
    return px >= left && px <= left + width && py >= top && py <= top + height;
  }
  // Zooms by factors, with a place of the picture staying where it is.
  zoom(factor_x, factor_y, px = this.frame.left + this.frame.width / 2, py = this.frame.top + this.frame.height / 2) {
    const x = this.x_at(px), y = this.y_at(py);
    if (!this.zooms_y)
      factor_y = 1;
    this.show(x - (x - this.x0) / factor_x, x + (this.x1 - x) / factor_x, y - (y - this.y0) / factor_y,
        y + (this.y1 - y) / factor_y);
  }
  pan(dx, dy) {  // in pixels
    const x = dx / this.x_scale, y = dy / this.y_scale;
    this.show(this.x0 + x, this.x1 + x, this.y0 + y, this.y1 + y);
  }
  // Shows a part, moved and cut so that it lies inside.
  show(x0, x1, y0, y1) {
    [this.x0, this.x1] = plane.within(x0, x1, this.extent.width);
    [this.y0, this.y1] = plane.within(y0, y1, this.extent.height);
  }
  static within(from, to, size) {
    const least = Math.min(8, size);
    let width = Math.min(Math.max(to - from, least), Math.max(size, 1));
    let start = from + (to - from - width) / 2;
    start = Math.min(Math.max(start, 0), Math.max(size - width, 0));
    return [start, start + width];
  }
  // Shows a box in the middle, with the same scale on both axes, and with some room round it.
  look_at(x0, x1, y0, y1, room = 1.6, least_letters = 12) {
    const {width, height} = this.frame;
    const letters =
        Math.max((x1 - x0) * room / width, (y1 - y0) * room / height, least_letters / Math.min(width, height));
    const x = (x0 + x1) / 2, y = (y0 + y1) / 2;
    this.show(x - letters * width / 2, x + letters * width / 2, y - letters * height / 2, y + letters * height / 2);
  }
}
