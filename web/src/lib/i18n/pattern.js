// Messages are patterns: `{name}`, `{count, plural, one {# egg} other {# eggs}}`, `{how, select, time {…} other {…}}`, and
// `{seat, seat}` or `{card, name}`, which whoever formats them knows how to say. The page reads them, and so do the tools that
// check them: that is why this is plain JavaScript.

/**
 * @typedef {string | Slot} Piece
 * @typedef {{ name: string, kind: string, branches: Map<string, Piece[]> | null }} Slot
 */

/** @param {string} text @returns {Piece[]} */
export function readPattern(text) {
  const reader = { text, at: 0 };
  const pieces = readPieces(reader, false);
  if (reader.at < text.length) throw new Error(`a brace too many in “${text}”`);
  return pieces;
}

/** @param {{ text: string, at: number }} reader @param {boolean} isBranch @returns {Piece[]} */
function readPieces(reader, isBranch) {
  const { text } = reader;
  /** @type {Piece[]} */
  const pieces = [];
  let plain = '';
  while (reader.at < text.length && text[reader.at] !== '}') {
    const letter = text[reader.at++];
    if (letter === '{' || (letter === '#' && isBranch)) {
      if (plain) pieces.push(plain);
      plain = '';
      pieces.push(letter === '{' ? readSlot(reader) : { name: '#', kind: '', branches: null });
    } else plain += letter;
  }
  if (plain) pieces.push(plain);
  return pieces;
}

/** @param {{ text: string, at: number }} reader @returns {Slot} */
function readSlot(reader) {
  const head = /\s*(\w+)\s*(?:,\s*(\w+)\s*)?(,)?\s*/y;
  head.lastIndex = reader.at;
  const found = head.exec(reader.text);
  if (!found) throw new Error(`a placeholder has no name in “${reader.text}”`);
  reader.at = head.lastIndex;
  const branches = found[3] ? readBranches(reader) : null;
  if (reader.text[reader.at++] !== '}') throw new Error(`a placeholder does not end in “${reader.text}”`);
  return { name: /** @type {string} */ (found[1]), kind: found[2] ?? '', branches };
}

/** @param {{ text: string, at: number }} reader */
function readBranches(reader) {
  /** @type {Map<string, Piece[]>} */
  const branches = new Map();
  const head = /\s*([\w=]+)\s*\{/y;
  for (;;) {
    head.lastIndex = reader.at;
    const found = head.exec(reader.text);
    if (!found) break;
    reader.at = head.lastIndex;
    branches.set(/** @type {string} */ (found[1]), readPieces(reader, true));
    reader.at += 1;
  }
  reader.at += /^\s*/.exec(reader.text.slice(reader.at))?.[0].length ?? 0;
  if (!branches.has('other')) throw new Error(`a choice without “other” in “${reader.text}”`);
  return branches;
}

/** Every placeholder of a pattern with its kind, by name. @param {Piece[]} pieces @returns {Map<string, string>} */
export function slotsOf(pieces) {
  /** @type {Map<string, string>} */
  const found = new Map();
  for (const piece of pieces) {
    if (typeof piece === 'string' || piece.name === '#') continue;
    if (piece.kind || !found.has(piece.name)) found.set(piece.name, piece.kind);
    for (const branch of piece.branches?.values() ?? [])
      for (const [name, kind] of slotsOf(branch)) if (kind || !found.has(name)) found.set(name, kind);
  }
  return found;
}
