// SPDX-License-Identifier: BSD-3-Clause
// A picture that can be moved and zoomed, by mouse, touch and keyboard. A figure has view, title, set_size, draw and
// told_at; `changed` is called when another part is seen.

class plot_pane {
  constructor(figure, {changed = () => {}, picked = () => {}, height = 640} = {}) {
    this.figure = figure;
    this.changed = changed;
    this.picked = picked;
    this.canvas = make('canvas', {
      tabindex: 0,
      role: 'application',
      'aria-label': `${figure.title}: arrow keys move, plus and minus zoom, 0 shows all, n and p go from gap to gap`
    });
    this.told = make('div', {class: 'told'});
    this.box = make('div', {class: 'picture'}, this.canvas, this.told);
    this.box.style.height = height + 'px';
    this.pointers = new Map();
    this.listen();
    new ResizeObserver(() => this.fit_size()).observe(this.box);
  }
  fit_size() {
    const width = this.box.clientWidth, height = this.box.clientHeight;
    if (width === 0)
      return;
    const ratio = window.devicePixelRatio || 1;
    this.canvas.width = Math.round(width * ratio);
    this.canvas.height = Math.round(height * ratio);
    this.canvas.style.width = width + 'px';
    this.canvas.style.height = height + 'px';
    this.ratio = ratio;
    this.figure.set_size(width, height);
    this.draw_now();
  }
  // Draws with the next frame; asked for several times, once.
  draw() {
    if (this.asked || !this.ratio)
      return;
    this.asked = true;
    requestAnimationFrame(() => this.draw_now());
  }
  draw_now() {
    this.asked = false;
    if (!this.ratio)
      return;
    const context = this.canvas.getContext('2d');
    context.setTransform(this.ratio, 0, 0, this.ratio, 0, 0);
    this.figure.draw(new canvas_pen(context), palette_of());
    this.changed();
  }

  listen() {
    const c = this.canvas;
    c.addEventListener('wheel', event => this.wheel(event), {passive: false});
    c.addEventListener('pointerdown', event => this.down(event));
    c.addEventListener('pointermove', event => this.move(event));
    for (const name of ['pointerup', 'pointercancel'])
      c.addEventListener(name, event => this.up(event));
    c.addEventListener('pointerleave', () => this.told.textContent = '');
    c.addEventListener('dblclick', event => this.zoom(event.shiftKey ? 0.4 : 2.5, ...this.place(event)));
  }
  place(event) {
    const box = this.canvas.getBoundingClientRect();
    return [event.clientX - box.left, event.clientY - box.top];
  }
  wheel(event) {
    event.preventDefault();
    const factor = Math.exp(-event.deltaY * (event.deltaMode === 1 ? 0.05 : 0.0018));
    const [px, py] = this.place(event);
    this.figure.view.zoom(event.altKey ? 1 : factor, event.shiftKey ? 1 : factor, px, py);
    this.draw();
  }
  zoom(factor, px, py) {
    this.figure.view.zoom(factor, factor, px, py);
    this.draw();
  }
  down(event) {
    this.canvas.setPointerCapture(event.pointerId);
    this.pointers.set(event.pointerId, this.place(event));
    this.moved = 0;
  }
  move(event) {
    const now = this.place(event), before = this.pointers.get(event.pointerId);
    this.told.textContent = this.figure.view.holds(...now) ? this.figure.told_at(...now) : '';
    if (!before)
      return;
    if (this.pointers.size === 2) {  // two fingers: the distance between them
      const [other] = [...this.pointers].filter(([id]) => id !== event.pointerId).map(([, place]) => place);
      const far = p => Math.hypot(p[0] - other[0], p[1] - other[1]);
      this.zoom(far(now) / Math.max(far(before), 1), (now[0] + other[0]) / 2, (now[1] + other[1]) / 2);
    } else {
      this.figure.view.pan(before[0] - now[0], before[1] - now[1]);
      this.draw();
    }
    this.moved += Math.hypot(now[0] - before[0], now[1] - before[1]);
    this.pointers.set(event.pointerId, now);
  }
  up(event) {
    if (this.pointers.delete(event.pointerId) && event.type === 'pointerup' && this.moved < 4)
      this.picked(...this.place(event));
  }

  // True where the key was one of the picture's.
  key(key) {
    const {view} = this.figure;
    const step = Math.min(view.frame.width, view.frame.height) / 6;
    const actions = {
      ArrowLeft: () => view.pan(-step, 0),
      ArrowRight: () => view.pan(step, 0),
      ArrowUp: () => view.pan(0, -step),
      ArrowDown: () => view.pan(0, step),
      '+': () => view.zoom(1.5, 1.5),
      '=': () => view.zoom(1.5, 1.5),
      '-': () => view.zoom(1 / 1.5, 1 / 1.5),
      0: () => view.fit(),
      Home: () => view.fit(),
      l: () => this.show_letters(),
      e: () => this.equal_scales()
    };
    if (!actions[key])
      return false;
    actions[key]();
    this.draw();
    return true;
  }
  // So near that letters can be read, round the middle of what is seen.
  show_letters() {
    const {view} = this.figure;
    const x = (view.x0 + view.x1) / 2, y = (view.y0 + view.y1) / 2;
    const across = view.frame.width / 14, down = view.frame.height / 14;
    view.show(x - across / 2, x + across / 2, y - down / 2, y + down / 2);
  }
  equal_scales() {
    const {view} = this.figure;
    const scale = Math.sqrt(view.x_scale * view.y_scale);
    view.zoom(scale / view.x_scale, scale / view.y_scale);
  }
}
