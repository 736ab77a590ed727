// SPDX-License-Identifier: BSD-3-Clause
// Texts and elements. Names come from files: they are set as text, never as markup.

// An element; attributes whose names begin with on are listeners, the others are set as they are, children may be
// texts.
function make(tag, attributes = {}, ...children) {
  const out = document.createElement(tag);
  for (const [name, value] of Object.entries(attributes))
    if (name.startsWith('on'))
      out.addEventListener(name.slice(2), value);
    else if (value !== false && value !== undefined)
      out.setAttribute(name, value === true ? '' : value);
  out.append(...children.filter(child => child !== null && child !== undefined));
  return out;
}

// 1234567 as 1,234,567.
function grouped(number) {
  const text = String(number);
  return /^-?\d{4,}$/.test(text) ? text.replace(/\B(?=(\d{3})+$)/g, ',') : text;
}

function counted(number, one, many = one + 's') {
  return `${grouped(number)} ${number === 1 ? one : many}`;
}

// A name where there is little room: its middle goes.
function shortened(name, most) {
  if (name.length <= most)
    return name;
  const end = Math.floor((most - 1) / 3);
  return name.slice(0, most - 1 - end) + '…' + name.slice(name.length - end);
}

// Letters first..end-1, counted from 0, as samtools and genome browsers write them.
function place_text(name, first, end) {
  return end > first ? `${name}:${first + 1}-${end}` : `${name}:${first + 1}`;
}

// Puts a text where the user can paste it, and says so.
async function copy_text(text) {
  try {
    await navigator.clipboard.writeText(text);
  } catch {
    const area = make('textarea', {class: 'unseen'});
    area.value = text;
    document.body.append(area);
    area.select();
    document.execCommand('copy');  // for pages of file:, where browsers may refuse the clipboard
    area.remove();
  }
  announce(`copied ${text}`);
}

// Says something at the foot of the page, also to screen readers.
function announce(text) {
  let place = document.getElementById('said');
  if (!place)
    document.body.append(place = make('div', {id: 'said', role: 'status'}));
  place.textContent = text;
  place.classList.add('shown');
  clearTimeout(announce.timer);
  announce.timer = setTimeout(() => place.classList.remove('shown'), 1800);
}
