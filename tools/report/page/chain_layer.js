// SPDX-License-Identifier: BSD-3-Clause
// Draws a chain: its runs as diagonals, its links as thin strokes between them.

// Classes of slack, from the limit that binds to the one that is far.
const slack_classes = [
  {most: 0, colour: 'bind', text: 'limit binds'}, {most: 2, colour: 'tight', text: '1 to 2 left'},
  {most: 9, colour: 'some', text: '3 to 9 left'}, {most: Infinity, colour: 'ample', text: '10 or more, or no limit'}
];

function slack_colour(slack) {
  return slack_classes.find(c => slack <= c.most).colour;
}

// What a chain may be coloured by, and the legend of each.
const chain_colourings = {
  plain: {text: 'one colour', can: () => true, legend: () => [['chain', 'matched'], ['link', 'skipped']]},
  slack: {
    text: 'what limits leave',
    can: chain => chain.has_slack,
    legend: () => slack_classes.map(c => [c.colour, c.text])
  },
  shared: {
    text: 'in all best chains',
    can: chain => chain.has_shared,
    legend: () => [['shared', 'in every best chain'], ['other', 'in some']]
  }
};

// Calls `emit` for the runs that are seen: for one alone, or for a range whose box is smaller than a pixel.
function for_each_seen(chain, view, emit) {
  const visit = (first, end) => {
    const box = chain.box(first, end);
    const y0 = Math.min(box.y0, box.y1), y1 = Math.max(box.y0, box.y1);
    if (box.x1 < view.x0 || box.x0 > view.x1 || y1 < view.y0 || y0 > view.y1)
      return;
    const small = (box.x1 - box.x0) * view.x_scale < 0.8 && (y1 - y0) * view.y_scale < 0.8;
    if (small || end - first === 1) {
      emit(first, end, box);
      return;
    }
    const middle = (first + end) >> 1;
    visit(first, middle);
    visit(middle, end);
  };
  if (chain.count > 0)
    visit(0, chain.count);
}

// The thin strokes: links that are seen and longer than a pixel.
function link_strokes(chain, view, colour_of) {
  const strokes = new Map();
  const visit = (first, end) => {  // links first..end-1
    const box = chain.box(first - 1, end);
    const y0 = Math.min(box.y0, box.y1), y1 = Math.max(box.y0, box.y1);
    const small = (box.x1 - box.x0) * view.x_scale < 1.5 && (y1 - y0) * view.y_scale < 1.5;
    if (small || box.x1 < view.x0 || box.x0 > view.x1 || y1 < view.y0 || y0 > view.y1)
      return;
    if (end - first > 1) {
      const middle = (first + end) >> 1;
      visit(first, middle);
      visit(middle, end);
      return;
    }
    const from = chain.box(first - 1, first), to = chain.box(first, end);
    const colour = colour_of(first);
    if (!strokes.has(colour))
      strokes.set(colour, []);
    strokes.get(colour).push(view.px(from.x1), view.py(from.y1), view.px(to.x0), view.py(to.y0));
  };
  if (chain.count > 1)
    visit(1, chain.count);
  return strokes;
}

function draw_chain(pen, chain, view, colours, {colouring, selected, least_run, cells}) {
  const run_colour = (first, end) => {
    if (colouring === 'slack')
      return slack_colour(chain.least_slack_of(first, end));
    return colouring === 'shared' ? chain.is_shared(chain.i[first]) ? 'shared' : 'other' : 'chain';
  };
  const thin = link_strokes(chain, view, k => colouring === 'slack' ? slack_colour(chain.least_slack(k)) : 'link');
  for (const [colour, points] of thin)
    pen.strokes(points, colours[colour], 1);
  const thick = new Map();
  const add = (colour, box) => {
    if (!thick.has(colour))
      thick.set(colour, []);
    let x0 = view.px(box.x0), y0 = view.py(box.y0), x1 = view.px(box.x1), y1 = view.py(box.y1);
    if (x1 - x0 < 1 && Math.abs(y1 - y0) < 1) {  // a dot is seen too
      x0 -= 0.6;
      x1 += 0.6;
    }
    thick.get(colour).push(x0, y0, x1, y1);
  };
  const each = cells ? () => {} : for_each_seen;  // cells show matched pairs themselves
  each(chain, view, (first, end, box) => {
    if (end - first === 1 && chain.size[first] < least_run)
      return;
    if (colouring === 'shared' && end - first === 1) {
      const turn = chain.reverse ? -1 : 1;
      chain.for_each_part(first,
          (from, to, shared) => add(shared ? 'shared' : 'other',
              {x0: box.x0 + from, x1: box.x0 + to, y0: box.y0 + turn * from, y1: box.y0 + turn * to}));
    } else {
      add(run_colour(first, end), box);
    }
  });
  for (const [colour, points] of [...thick].sort(([a], [b]) => (a === 'bind') - (b === 'bind')))
    pen.strokes(points, colours[colour], 1.9, 'round');
  if (selected > 0 && selected < chain.count)
    draw_selected(pen, chain, view, colours, selected);
}

// The chosen link: its letters on both axes, and its corner.
function draw_selected(pen, chain, view, colours, link) {
  const from = chain.box(link - 1, link), to = chain.box(link, link + 1);
  const {left, top, width, height} = view.frame;
  const x0 = view.px(from.x1), x1 = view.px(to.x0), y0 = view.py(from.y1), y1 = view.py(to.y0);
  pen.boxes([x0, top, Math.max(x1 - x0, 1), height, left, Math.min(y0, y1), width, Math.max(Math.abs(y1 - y0), 1)],
      colours.mark, 0.16);
  pen.strokes([x0, y0, x1, y1], colours.mark, 2.4, 'round');
}
