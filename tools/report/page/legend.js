// SPDX-License-Identifier: BSD-3-Clause
// What colours mean, in rows below a picture.

// Where each entry stands, [x, y] from the legend's corner, and the height of all.
function legend_layout(entries, width) {
  const places = [];
  let x = 0, y = 14;
  for (const [, text] of entries) {
    const needed = 18 + text.length * 6.5 + 12;
    if (x > 0 && x + needed > width) {
      x = 0;
      y += 16;
    }
    places.push([x, y]);
    x += needed;
  }
  return {places, height: y + 8};
}

function draw_legend(pen, entries, colours, left, top, width) {
  const {places} = legend_layout(entries, width);
  entries.forEach(([colour, text], k) => {
    const [x, y] = places[k];
    pen.boxes([left + x, top + y - 9, 11, 11], colours[colour]);
    pen.text(left + x + 16, top + y, text, {colour: colours.ink, size: 11});
  });
}
