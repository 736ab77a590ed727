// SPDX-License-Identifier: BSD-3-Clause
// The colours are those of page.css: pictures read them from there, so that light, dark and print each stand once.

const colour_names = [
  'paper', 'ink', 'faint', 'grid', 'line', 'chain', 'link', 'bind', 'tight', 'some', 'ample', 'shared', 'other', 'mark',
  'limit', 'limit-pale', 'blocked', 'match', 'low', 'high', 'rise', 'fall', 'out', 'f0', 'f1', 'f2', 'f3', 'f4', 'f5'
];

// The palette of a theme: 'light' or 'dark'; of the page without one.
function palette_of(theme) {
  const probe = make('div', theme ? {'data-theme': theme} : {});
  (theme ? document.body : document.documentElement).append(probe);
  const style = getComputedStyle(probe);
  const out = {};
  for (const name of colour_names)
    out[name] = style.getPropertyValue('--' + name).trim();
  probe.remove();
  return out;
}

function current_theme() {
  return document.documentElement.dataset.theme;
}

function set_theme(theme) {
  document.documentElement.dataset.theme = theme;
}

set_theme(matchMedia('(prefers-color-scheme: dark)').matches ? 'dark' : 'light');

// A colour between two, written #rrggbb; part 0 is the first.
function between(first, second, part) {
  const channel = (text, k) => parseInt(text.slice(1 + 2 * k, 3 + 2 * k), 16);
  let out = '#';
  for (let k = 0; k < 3; ++k)
    out +=
        Math.round(channel(first, k) + (channel(second, k) - channel(first, k)) * part).toString(16).padStart(2, '0');
  return out;
}
