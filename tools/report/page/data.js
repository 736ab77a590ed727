// SPDX-License-Identifier: BSD-3-Clause
// What the page carries: a JSON object, and packed data that it names by number. The program's
// report/packed_numbers.hpp and report/record_data.hpp say how they are packed.

const contents = JSON.parse(document.getElementById('contents').textContent);

function bytes_of(id) {
  const text = atob(document.getElementById('data-' + id).textContent);
  const out = new Uint8Array(text.length);
  for (let k = 0; k < text.length; ++k)
    out[k] = text.charCodeAt(k);
  return out;
}

// Reads whole numbers one by one: groups of 7 bits, the lowest first, zigzag-coded.
class number_reader {
  constructor(bytes, at = 0) {
    this.bytes = bytes;
    this.at = at;
  }
  next() {
    let byte = this.bytes[this.at++];
    if (byte < 128)
      return (byte >> 1) ^ -(byte & 1);
    let value = byte & 127;
    for (let unit = 128; byte >= 128; unit *= 128) {  // beyond 32 bits too, so no shifts
      byte = this.bytes[this.at++];
      value += (byte & 127) * unit;
    }
    return value % 2 ? -(value + 1) / 2 : value / 2;
  }
  done() {
    return this.at >= this.bytes.length;
  }
}

// A column: each number is its difference from the one before it.
function unpack_steps(id, count) {
  const reader = new number_reader(bytes_of(id));
  const out = new Float64Array(count);
  for (let k = 0, last = 0; k < count; ++k)
    out[k] = last += reader.next();
  return out;
}

// Where parts of given sizes begin, and the end of the last.
function starts_of(sizes) {
  const out = new Float64Array(sizes.length + 1);
  for (let k = 0; k < sizes.length; ++k)
    out[k + 1] = out[k] + sizes[k];
  return out;
}

// The letters of a record, unpacked where they are asked for.
class packed_letters {
  constructor(packed) {
    this.packed = packed;
    this.count = packed.count;
  }
  at(position) {
    this.bytes ??= bytes_of(this.packed.data);
    const {bits, letters} = this.packed;
    const a_byte = 8 / bits;
    const byte = this.bytes[Math.floor(position / a_byte)];
    return letters[(byte >> (position % a_byte * bits)) & ((1 << bits) - 1)];
  }
}

// The limits of a record's letters: runs of equal ones.
class packed_limits {
  constructor({runs, different, data}) {
    const kinds = new number_reader(bytes_of(different));
    this.kinds = [];
    while (!kinds.done()) {
      const lo = kinds.next(), most = kinds.next();
      this.kinds.push({lo, hi: most < 0 ? Infinity : most, blocked: kinds.next() !== 0});
    }
    const reader = new number_reader(bytes_of(data));
    this.ends = new Float64Array(runs);
    this.kind = new Uint32Array(runs);
    for (let k = 0, end = 0; k < runs; ++k) {
      this.ends[k] = end += reader.next();
      this.kind[k] = reader.next();
    }
    this.largest = this.kinds.reduce((most, {hi}) => hi < Infinity && hi > most ? hi : most, 0);
  }
  // The run that a position lies in.
  run_at(position) {
    return first_where(this.ends.length, k => this.ends[k] > position);
  }
  of_run(k) {
    return this.kinds[this.kind[k]];
  }
  at(position) {
    return this.of_run(this.run_at(position));
  }
}

// Texts that were kept as a form, in which # stands for a number, and numbers.
class packed_texts {
  constructor({forms, form, numbers}, count) {
    this.forms = forms.map(text => text.split(/(\\.|#)/).map(part => part[0] === '\\' ? part[1] :
                                   part === '#'                                       ? null :
                                                                                        part));
    this.form = unpack_steps(form, count);
    this.bytes = bytes_of(numbers);
    this.starts = new Float64Array(count);
    const reader = new number_reader(this.bytes);
    for (let k = 0; k < count; ++k) {
      this.starts[k] = reader.at;
      for (const part of this.forms[this.form[k]])
        if (part === null)
          reader.next();
    }
  }
  at(k) {
    const reader = new number_reader(this.bytes, this.starts[k]);
    return this.forms[this.form[k]].map(part => part ?? String(reader.next())).join('');
  }
}

// The first k of 0..count-1 for which a test holds that never falls back from true to false; count where it holds for
// none.
function first_where(count, holds) {
  let low = 0, high = count;
  while (low < high) {
    const middle = Math.floor((low + high) / 2);
    if (holds(middle))
      high = middle;
    else
      low = middle + 1;
  }
  return low;
}
