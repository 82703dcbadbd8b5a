// The view of any game, drawn from its data alone: a board if there are cells, facts, and a column a seat.

import { make } from "./tools.js";

const SHOWN_ELSEWHERE = ["seats", "eyes", "winners", "prompt", "waiting"];
const MOST_OPEN = 9; // entries of a list that is not folded
const CELL = /^([a-h])([1-9])$/;
const HUE = /^(yellow|blue|brown|green|red|grey|black)\b/;

const opened = new Set(); // long lists that are unfolded
const board = { columns: 0, rows: 0 }; // as large as it has ever been seen

/** A view as elements; `names` by seat, `mine` is the own seat if there is one. */
export function drawView(view, names, mine) {
  const facts = Object.fromEntries(Object.entries(view).filter(([name]) => !SHOWN_ELSEWHERE.includes(name)));
  const seats = view.seats ?? [];
  return [drawBoard(view, seats, names, mine), drawFacts(facts, ""), drawSeats(seats, names, mine)];
}

const isPlain = (value) => value === null || typeof value !== "object";
const isEmpty = (value) => value === null || (typeof value === "object" && Object.keys(value).length === 0);
const words = (name) => name.replace(/_/g, " ");

function sayPlain(value) {
  if (typeof value === "boolean") return value ? "yes" : "no";
  return value === null ? "–" : String(value);
}

/** What there is, the short things first. */
function drawFacts(facts, place) {
  const there = Object.entries(facts).filter(([, value]) => !isEmpty(value));
  there.sort(([, one], [, other]) => isPlain(other) - isPlain(one));
  const draw = ([name, value]) =>
    make("div", {}, make("dt", {}, words(name)), make("dd", {}, drawValue(value, `${place}/${name}`)));
  return make("dl", { class: "facts" }, there.map(draw));
}

function drawValue(value, place) {
  if (isPlain(value)) return sayPlain(value);
  if (isEmpty(value)) return "–";
  if (!Object.values(value).every(isPlain)) return Array.isArray(value) ? drawRows(value, place) : drawFacts(value, place);
  const say = ([name, one]) => (Array.isArray(value) ? sayPlain(one) : `${words(name)}: ${sayPlain(one)}`);
  const chips = drawChips(Object.entries(value).map(say));
  return chips.children.length > MOST_OPEN ? fold(place, `${chips.children.length} entries`, chips) : chips;
}

function drawChips(texts) {
  const kind = (text) => `chip ${text.match(HUE)?.[1] ?? ""} ${text.endsWith(": 0") ? "none" : ""}`;
  return make("ul", { class: "chips" }, texts.map((text) => make("li", { class: kind(text) }, text)));
}

function fold(place, title, inside) {
  const made = make("details", { open: opened.has(place) }, make("summary", { key: place }, title), inside);
  made.addEventListener("toggle", () => (made.open ? opened.add(place) : opened.delete(place)));
  return made;
}

/** Several things, each by its first word and what else there is to it. */
function drawRows(rows, place) {
  const isFlat = (row) => row !== null && Object.values(row).every(isPlain);
  if (!rows.every(isFlat)) return make("ul", {}, rows.map((row, n) => make("li", {}, drawValue(row, `${place}/${n}`))));
  return drawChips(rows.map((row) => {
    const [[, first], ...rest] = Object.entries(row);
    return `${sayPlain(first)}: ${rest.map(([name, one]) => `${words(name)} ${sayPlain(one)}`).join(", ")}`;
  }));
}

/** One column a seat; what nobody has is left out. */
function drawSeats(seats, names, mine) {
  const isThere = (name) => name !== "seat" && !seats.every((seat) => isEmpty(seat[name]));
  const lines = [...new Set(seats.flatMap(Object.keys))].filter(isThere);
  const head = (one) =>
    make("th", { scope: "col", class: one.seat === mine ? "mine" : "" }, `${one.seat} ${names[one.seat - 1]}`);
  const cell = (name) => (one) => make("td", {}, drawValue(one[name] ?? null, `/seats/${one.seat}/${name}`));
  return make("table", {},
    make("thead", {}, make("tr", {}, make("td"), seats.map(head))),
    make("tbody", {}, lines.map((name) => make("tr", {}, make("th", { scope: "row" }, words(name)), seats.map(cell(name))))));
}

/** Where a view names cells, like c3, it has a board: what lies where. */
function drawBoard(view, seats, names, mine) {
  const cells = new Map();
  const put = (cell, name) => CELL.test(cell) && cells.set(cell, [...(cells.get(cell) ?? []), name]);
  for (const [name, value] of Object.entries(view)) {
    if (Array.isArray(value)) value.forEach((one) => put(one, words(name).replace(/s$/, "")));
    else put(value, words(name));
  }
  for (const seat of seats) Object.values(seat).forEach((value) => put(value, names[seat.seat - 1]));
  if (cells.size < 4) return null;
  for (const [column, row] of cells.keys()) {
    board.columns = Math.max(board.columns, column.charCodeAt(0) - 96);
    board.rows = Math.max(board.rows, Number(row));
  }
  const columns = [..."abcdefgh"].slice(0, board.columns);
  const rows = Array.from({ length: board.rows }, (_, n) => String(n + 1));
  const isMine = (inside) => mine && inside.includes(names[mine - 1]);
  const cell = (inside = []) => make("td", { class: isMine(inside) ? "mine" : "" }, inside.join(", "));
  return make("table", { class: "board" },
    make("thead", {}, make("tr", {}, make("td"), columns.map((column) => make("th", { scope: "col" }, column)))),
    make("tbody", {}, rows.map((row) =>
      make("tr", {}, make("th", { scope: "row" }, row), columns.map((column) => cell(cells.get(column + row)))))));
}
