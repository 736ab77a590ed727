// SPDX-License-Identifier: BSD-3-Clause
// Puts the page together: head, notes, and the pages of what the report is about.

const page_kinds = {
  pairs: pairs_page,
  blocks: blocks_page,
  spliced: spliced_page,
  curves: sweep_page
};

const key_help = [
  ['arrow keys', 'move the picture'], ['+ and -, wheel', 'zoom; with Shift only the target, with Alt only the query'],
  ['drag, two fingers', 'move, zoom'], ['0, 1', 'show all, show the chain'], ['l', 'so near that letters can be read'],
  ['e', 'the same scale on both axes'],
  ['n and p', 'next and previous row of the table, with its place in the picture'], ['c', 'next colouring'],
  ['/', 'filter'], ['t', 'light or dark'], ['s', 'save the picture as SVG'], ['?', 'this list']
];

function show_help() {
  let box = document.getElementById('help');
  if (box) {
    box.remove();
    return;
  }
  box = make('dialog', {id: 'help', open: true}, make('h2', {}, 'Keys'),
      make('dl', {}, ...key_help.flatMap(([key, what]) => [make('dt', {}, key), make('dd', {}, what)])),
      make('button', {type: 'button', onclick: show_help}, 'Close'));
  document.body.append(box);
  box.querySelector('button').focus();
}

function start() {
  const place = document.getElementById('page');
  const redraw = () => page.panes().forEach(pane => pane.draw_now());
  const turn_theme = () => {
    set_theme(current_theme() === 'dark' ? 'light' : 'dark');
    write_address({theme: current_theme()});
    redraw();
  };
  const theme = read_address().get('theme');
  if (theme === 'dark' || theme === 'light')
    set_theme(theme);
  place.append(make('header', {}, make('h1', {}, contents.title), make('span', {class: 'program'}, contents.program),
      make('span', {class: 'gap'}),
      make('button', {type: 'button', onclick: turn_theme, title: 'light or dark (t)'}, 'Light / dark'),
      make('button', {type: 'button', onclick: show_help, title: 'keys (?)'}, 'Keys')));
  for (const note of contents.notes)
    place.append(make('p', {class: 'note'}, note));
  const page = window.report = new page_kinds[contents.kind](place);  // for scripts that drive the page

  document.addEventListener('keydown', event => {
    const typing = event.target.matches?.('input, select, textarea');
    if (event.ctrlKey || event.metaKey || event.altKey)
      return;
    if (event.key === 'Escape') {
      document.getElementById('help')?.remove();
      event.target.blur?.();
    } else if (typing) {
      return;
    } else if (event.key === '?') {
      show_help();
    } else if (event.key === 't') {
      turn_theme();
    } else if (event.key === 's' && page.figure) {
      save_svg(page.figure);
    } else if (!page.key(event.key)) {
      return;
    }
    event.preventDefault();
  });
  let shown_theme = current_theme();
  addEventListener('beforeprint', () => {  // paper is light
    shown_theme = current_theme();
    set_theme('light');
    redraw();
    page.tables().forEach(table => table.print());
  });
  addEventListener('afterprint', () => {
    set_theme(shown_theme);
    redraw();
    page.tables().forEach(table => table.show());
  });
}

start();
