// SPDX-License-Identifier: BSD-3-Clause
// What is seen stands in the address behind #, so that it can be kept and sent.

function read_address() {
  return new URLSearchParams(location.hash.slice(1));
}

// Changes some of the address, a little later: browsers allow only so many changes a second.
function write_address(changes) {
  write_address.changes = {...write_address.changes, ...changes};
  clearTimeout(write_address.timer);
  write_address.timer = setTimeout(() => {
    const now = read_address();
    for (const [name, value] of Object.entries(write_address.changes))
      if (value === null)
        now.delete(name);
      else
        now.set(name, value);
    write_address.changes = {};
    history.replaceState(null, '', '#' + now.toString());
  }, 250);
}

// A part of a plane as two numbers, and back.
function range_text(from, to) {
  return `${Math.round(from * 100) / 100}..${Math.round(to * 100) / 100}`;
}

function read_range(text) {
  const match = /^(-?[\d.]+?)\.\.(-?[\d.]+)$/.exec(text ?? '');
  return match && Number(match[1]) < Number(match[2]) ? [Number(match[1]), Number(match[2])] : null;
}
