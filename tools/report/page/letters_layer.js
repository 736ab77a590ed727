// SPDX-License-Identifier: BSD-3-Clause
// What is seen where the picture is so near that letters can be read.

const least_letter_pixels = 8, least_cell_pixels = 5;

function shows_letters(chain, view) {
  return Boolean(chain.letters_a) && view.x_scale >= least_letter_pixels && view.y_scale >= least_letter_pixels;
}

// Cells of equal letters in pale, matched pairs of the chain in its colour.
function draw_cells(pen, chain, view, colours, {colouring}) {
  if (view.x_scale < least_cell_pixels || view.y_scale < least_cell_pixels)
    return;
  const x0 = Math.floor(view.x0), x1 = Math.min(Math.ceil(view.x1), chain.m);
  const y0 = Math.floor(view.y0), y1 = Math.min(Math.ceil(view.y1), chain.n);
  const cell = (list, x, y) => list.push(view.px(x) + 0.5, view.py(y) + 0.5, view.x_scale - 1, view.y_scale - 1);
  const i_of = y => chain.reverse ? chain.n - 1 - y : y;
  if (chain.letters_a) {
    const equal = [];
    for (let y = y0; y < y1; ++y) {
      const letter = chain.letter_a(i_of(y));
      for (let x = x0; x < x1; ++x)
        if (same_letter(letter, chain.letters_b.at(x), chain.alphabet))
          cell(equal, x, y);
    }
    pen.boxes(equal, colours.match);
  }
  const matched = new Map();
  for (let k = chain.run_at(x0); k < chain.count && chain.j[k] < x1; ++k)
    for (let d = Math.max(0, x0 - chain.j[k]); d < chain.size[k] && chain.j[k] + d < x1; ++d) {
      const i = chain.i[k] + d, y = chain.reverse ? chain.n - 1 - i : i;
      if (y < y0 || y >= y1)
        continue;
      const slack = d === 0 && k > 0 ? chain.least_slack(k) : Infinity;
      const colour = colouring === 'slack' ? slack_colour(slack) :
          colouring === 'shared'           ? chain.is_shared(i) ? 'shared' : 'other' :
                                             'chain';
      if (!matched.has(colour))
        matched.set(colour, []);
      cell(matched.get(colour), chain.j[k] + d, y);
    }
  for (const [colour, boxes] of matched)
    pen.boxes(boxes, colours[colour], 0.85);
}

// The letters along both borders.
function draw_letters(pen, chain, view, colours, {letters_top, letters_left}) {
  if (!shows_letters(chain, view))
    return;
  const size = Math.min(13, Math.min(view.x_scale, view.y_scale) * 1.25);
  const style = {colour: colours.ink, anchor: 'middle', size, letters: true, middle: true};
  for (let x = Math.ceil(view.x0 - 0.5); x + 0.5 <= view.x1 && x < chain.m; ++x)
    pen.text(view.px(x + 0.5), letters_top, chain.letters_b.at(x), style);
  for (let y = Math.ceil(view.y0 - 0.5); y + 0.5 <= view.y1 && y < chain.n; ++y)
    pen.text(letters_left, view.py(y + 0.5), chain.letter_a(chain.reverse ? chain.n - 1 - y : y), style);
}
