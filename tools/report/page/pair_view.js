// SPDX-License-Identifier: BSD-3-Clause
// One pair on the page: key figures, dot plot, alignment, table of gaps.

class pair_view {
  constructor(data, row, changed) {
    this.data = data;
    this.row = row;
    this.chain = data.chain_of(row);
    this.names = {a: data.query_name(row), b: data.target_name(row)};
    this.figure = new pair_figure(this.chain, this.names, data.features_of(row));
    this.pane =
        new plot_pane(this.figure, {changed: () => this.seen(changed), picked: (px, py) => this.pick_near(px, py)});
    this.place = make('div', {class: 'place'});
    this.lines = make('pre', {class: 'alignment', tabindex: 0, 'aria-label': 'alignment round the chosen gap'});
    this.links = make('div', {class: 'links'});
    this.box = make('section', {class: 'pair'}, this.facts(),
        make('div', {class: 'pair-columns'},
            make('div', {class: 'plot'}, this.tools(), this.pane.box, this.place, this.lines), this.links));
    this.table_made = new Promise(done => setTimeout(() => {  // the picture is painted first
      this.make_table();
      done();
    }, 30));
  }
  facts() {
    const {data, row, chain} = this, {length, score} = data.column;
    const out = make('div', {class: 'facts'});
    const add = (what, text) => out.append(make('span', {}, make('b', {}, text), ' ' + what));
    add('matched', length[row] < 0 ? 'not known' : grouped(length[row]));
    if (contents.scored)
      add('score', grouped(score[row]));
    if (data.identity(row) > 0)
      add('identity', data.identity(row).toFixed(4));
    add('strand', chain.reverse ? '-' : '+');
    add('runs', grouped(chain.count));
    if (chain.jumps.size)
      add(chain.jumps.size === 1 ? 'jump' : 'jumps', grouped(chain.jumps.size));
    if (chain.explained?.best_chains)
      add(chain.explained.best_chains === '1' ? 'best chain' : 'best chains', chain.explained.best_chains);
    if (chain.not_explained)
      add(`(${chain.not_explained})`, 'not explained');
    add('query letters', grouped(chain.n));
    add('target letters', grouped(chain.m));
    return out;
  }
  tools() {
    const choice = make('select', {onchange: event => this.colour_by(event.target.value), 'aria-label': 'colour by'});
    for (const [name, {text, can}] of Object.entries(chain_colourings))
      if (can(this.chain))
        choice.append(make('option', {value: name, selected: name === this.figure.colouring}, text));
    this.colour_choice = choice;
    const button = (text, title, action) => make('button', {type: 'button', title, onclick: action}, text);
    const least = make('input', {
      type: 'number',
      min: 1,
      value: 1,
      'aria-label': 'least run',
      oninput: event => {
        this.figure.least_run = Number(event.target.value) || 1;
        this.pane.draw();
      }
    });
    return make('div', {class: 'tools'}, button('All', 'show all (0)', () => this.key('0')),
        button('Chain', 'show the chain (1)', () => this.key('1')), button('+', 'nearer (+)', () => this.pane.key('+')),
        button('−', 'farther (-)', () => this.pane.key('-')),
        button('Letters', 'so near that letters can be read (l)', () => this.pane.key('l')),
        make('label', {}, 'colour ', choice), make('label', {}, 'runs of ', least, ' or more'),
        make('span', {class: 'gap'}), button('SVG', 'save the picture as SVG', () => save_svg(this.figure)),
        button('PNG', 'save the picture as PNG', () => save_png(this.figure)));
  }
  colour_by(name) {
    if (!chain_colourings[name]?.can(this.chain))
      return;
    this.figure.colouring = name;
    this.pane.fit_size();  // the legend may need another row
    this.colour_choice.value = name;
  }
  make_table() {
    const {chain} = this;
    this.table = links_table(chain, this.names, link => this.choose(link));
    const least = make('input', {type: 'number', min: 1, value: 1, 'aria-label': 'letters skipped at least'});
    const binding = make('input', {type: 'checkbox'});
    const only_jumps = make('input', {type: 'checkbox'});
    const filter = () => this.table.filter(r => chain.gap_a(r + 1) + chain.gap_b(r + 1) >= (Number(least.value) || 1) &&
            (!binding.checked || chain.least_slack(r + 1) === 0) && (!only_jumps.checked || chain.jumps.has(r + 1)));
    for (const input of [least, binding, only_jumps])
      input.addEventListener('input', filter);
    const copy = side => () =>
        this.table.chosen >= 0 ? copy_text(this.table[side](this.table.chosen)) : announce('choose a gap first');
    this.links.append(make('h2', {}, 'Gaps and jumps'),
        make('div', {class: 'tools'}, make('label', {}, 'letters ', least, ' or more'),
            chain.has_slack ? make('label', {}, binding, ' limit binds') : null,
            chain.jumps.size ? make('label', {}, only_jumps, ' jumps') : null, make('span', {class: 'gap'}),
            make('button',
                {type: 'button', onclick: copy('target_place'), title: 'copy the chosen gap\'s letters of the target'},
                'Copy target'),
            make('button',
                {type: 'button', onclick: copy('query_place'), title: 'copy the chosen gap\'s letters of the query'},
                'Copy query')),
        this.table.box);
    if (chain.explained?.blockers.length > 0) {
      this.blockers = blockers_table(chain, this.names, blocker => this.show_letter(blocker));
      this.links.append(make('h2', {}, 'Limits that stand in the way'), this.blockers.box);
    }
    if (chain.count < 200000)  // else in the chain's order: sorting would take long
      this.table.sort(0, true);
    if (this.figure.selected > 0)
      this.table.choose(this.figure.selected - 1);
    this.show_alignment();
  }
  // Zooms to a gap: link k leads from run k - 1 to run k.
  choose(link) {
    this.figure.marked = null;
    this.figure.select(link);
    this.pane.draw();
    this.show_alignment();
  }
  // Zooms to a letter of either side, where the chain passes it.
  show_letter({side, letter}) {
    const {chain} = this, {view} = this.figure, starts = side === 'a' ? chain.i : chain.j;
    const k = Math.min(first_where(chain.count, r => starts[r] + chain.size[r] > letter), chain.count - 1);
    const inside = Math.max(0, Math.min(letter - starts[k], chain.size[k] - 1));
    const i = side === 'a' ? letter : chain.i[k] + inside, j = side === 'b' ? letter : chain.j[k] + inside;
    const y = chain.reverse ? chain.n - 1 - i : i;
    view.look_at(j, j + 1, y, y + 1, 1, 40);
    this.figure.marked = {side, from: side === 'a' ? y : j};
    this.pane.draw();
  }
  // The gap or run nearest to a place of the picture that was clicked.
  pick_near(px, py) {
    const {view} = this.figure;
    if (!view.holds(px, py) || this.chain.count === 0)
      return;
    const near = this.chain.run_at(view.x_at(px));
    this.figure.selected = near > 0 ? near : Math.min(1, this.chain.count - 1);
    this.table?.choose(this.figure.selected - 1);
    this.show_alignment();
    this.pane.draw();
  }
  show_alignment() {
    if (this.chain.count === 0)
      return;
    const link = this.figure.selected > 0 ? this.figure.selected : 0;
    this.lines.textContent = alignment_lines(this.chain, this.names, link).join('\n');
  }
  // What is seen, as coordinates that can be copied.
  seen(changed) {
    const {view} = this.figure;
    const part = (from, to, size) => [Math.max(0, Math.floor(from)), Math.min(size, Math.ceil(to))];
    this.shown = {b: part(view.x0, view.x1, this.chain.m), a: part(view.y0, view.y1, this.chain.n)};
    const button = (side, name) => {
      const text = place_text(name, ...this.shown[side]);
      return make('button', {type: 'button', class: 'copy', title: 'copy', onclick: () => copy_text(text)}, text);
    };
    this.place.replaceChildren('seen: target ', button('b', this.names.b), ' query ', button('a', this.names.a));
    changed(this);
  }
  key(key) {
    if (key === 'n' || key === 'p')
      this.table?.step(key === 'n' ? 1 : -1);
    else if (key === 'c') {
      const names = Object.keys(chain_colourings).filter(name => chain_colourings[name].can(this.chain));
      this.colour_by(names[(names.indexOf(this.figure.colouring) + 1) % names.length]);
    } else if (key === '1' && this.chain.count > 0) {
      this.figure.show_chain();
      this.pane.draw();
    } else
      return this.pane.key(key);
    return true;
  }
}
