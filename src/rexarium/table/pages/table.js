// The page of the table: a lobby, and one table over a WebSocket. What it is told it shows, always as text;
// what one does goes out as a command with an id of its own, and is sent again until it is answered.

import { $, api, button, copying, fill, fillSelect, make, notice, randomHex, trying } from "./tools.js";
import { drawView } from "./view.js";

const VERSION = 1;
const PING = 20_000, PATIENCE = 10_000, LONGEST_DELAY = 30_000; // milliseconds
const REFUSED = 1008; // the server does not want this socket again

const path = location.pathname.match(/^\/t\/([\w-]+)$/);
const here = { me: null, games: [], table: path ? path[1] : null };

const gameCard = (id) => here.games.find((game) => game.id === id);
const sayTitle = (id) => gameCard(id)?.title ?? id;

// ---- Who I am

async function enter() {
  const hash = location.hash;
  if (hash.startsWith("#ticket=")) history.replaceState(null, "", location.pathname); // out of sight at once
  here.me = await whoAmI();
  if (hash.startsWith("#ticket=")) await useTicket(hash.slice("#ticket=".length));
  $("door").hidden = here.me !== null;
  $("open-settings").hidden = here.me === null;
  $("open-settings").textContent = `${here.me?.nickname}: settings`;
}

async function whoAmI() {
  const response = await fetch("/api/me");
  return response.ok ? response.json() : null;
}

async function useTicket(ticket) {
  const question = `This device belongs to ${here.me?.nickname}. Shall it belong to whoever made the link?`;
  if (here.me && !confirm(question)) return;
  await trying(async () => {
    here.me = await api("POST", "/api/tickets", { ticket });
    notice(`Welcome back, ${here.me.nickname}.`);
  })();
}

$("door").addEventListener("submit", trying(async () => {
  await api("POST", "/api/people", { nickname: $("nickname").value });
  await enter();
  if (here.table) reconnect();
  else await showLobby();
}));

$("open-settings").addEventListener("click", () => {
  $("new-name").value = here.me.nickname;
  $("settings").showModal();
});
$("close-settings").addEventListener("click", () => $("settings").close());
$("settings").addEventListener("close", () => {
  for (const id of ["ticket", "feed"]) $(id).hidden = true; // secrets do not stay on the screen
  $("picture").replaceChildren();
});
$("rename").addEventListener("submit", trying(async () => {
  await api("PATCH", "/api/me", { nickname: $("new-name").value });
  await enter();
  notice("You have a new name.");
}));
$("make-ticket").addEventListener("click", trying(async () => {
  const card = await api("POST", "/api/me/tickets");
  $("ticket-link").value = card.link;
  $("ticket").hidden = false;
  $("picture").replaceChildren(drawPicture(card.picture));
}));
$("make-feed").addEventListener("click", trying(async () => {
  const card = await api("POST", "/api/me/feed");
  $("feed-link").value = location.origin + card.path;
  $("feed").hidden = false;
}));
$("sign-out").addEventListener("click", trying(async () => {
  const warning = "This device forgets who you are. Without a link from another device you cannot come back as this person.";
  if (!confirm(warning)) return;
  await api("DELETE", "/api/me");
  location.assign("/");
}));
$("copy-ticket").addEventListener("click", copying($("ticket-link")));
$("copy-feed").addEventListener("click", copying($("feed-link")));
$("copy-link").addEventListener("click", copying($("link")));

/** A picture for a camera, made anew from the lines of the one that came: nothing else of it gets into the page. */
function drawPicture(text) {
  const source = new DOMParser().parseFromString(text, "image/svg+xml").documentElement;
  const take = (from, names) => {
    const made = document.createElementNS(source.namespaceURI, from.localName);
    for (const name of names) if (from.hasAttribute(name)) made.setAttribute(name, from.getAttribute(name));
    return made;
  };
  if (source.localName !== "svg") return "";
  const picture = take(source, ["width", "height", "viewBox"]);
  picture.setAttribute("role", "img");
  picture.setAttribute("aria-label", "The link as a picture for a camera");
  const lines = [...source.children].filter((one) => one.localName === "path");
  picture.append(...lines.map((line) => take(line, ["d", "transform", "stroke"])));
  return picture;
}

// ---- The lobby

async function showLobby() {
  $("lobby").hidden = here.me === null;
  if (here.me === null) return $("nickname").focus();
  fillSelect($("game"), here.games.map((game) => [game.id, `${game.title} (${game.year})`]));
  chooseGame();
  await listTables();
}

function chooseGame() {
  const game = gameCard($("game").value);
  const sizes = Array.from({ length: game.max_seats - game.min_seats + 1 }, (_, n) => String(game.min_seats + n));
  fillSelect($("size"), sizes.map((size) => [size, size]), $("size").value || "3");
  fillSelect($("edition"), game.editions.map((edition) => [edition.id, edition.title]));
  fillSelect($("preset"), game.presets.map((preset) => [preset.id, preset.title]));
  fillSelect($("level"), game.bots.map((bot) => [bot, bot]), $("level").value || game.bots[2]);
}

async function listTables() {
  if (here.me === null || document.hidden) return;
  const [mine, open] = await Promise.all([api("GET", "/api/me/tables"), api("GET", "/api/tables")]);
  const known = new Set(mine.map((one) => one.table));
  fill($("my-tables"), mine.length ? mine.map(tableLine) : make("li", { class: "quiet" }, "none yet"));
  const others = open.filter((one) => !known.has(one.table));
  fill($("open-tables"), others.length ? others.map(tableLine) : make("li", { class: "quiet" }, "none just now"));
}

function tableLine(one) {
  const isMine = one.waiting.some((seat) => one.seats[seat - 1] === here.me.nickname);
  const names = one.seats.map((name) => name ?? "a free seat").join(", ");
  const stage = isMine ? "your turn" : one.stage;
  const when = new Date(one.changed_at).toLocaleString([], { dateStyle: "medium", timeStyle: "short" });
  return make("li", {},
    make("a", { href: `/t/${one.table}`, key: one.table }, sayTitle(one.game)), ` with ${names}: `,
    make("span", { class: isMine ? "mine" : "" }, stage), make("span", { class: "quiet" }, ` (${when})`));
}

$("game").addEventListener("change", chooseGame);
$("new-table").addEventListener("submit", trying(async (event) => {
  const size = Number($("size").value);
  const wish = { game: $("game").value, seats: size, edition: $("edition").value, preset: $("preset").value };
  wish.seat = 1;
  const isWithFriends = event.submitter?.value === "friends";
  if (isWithFriends) {
    const [kind, bank, increment] = $("clock").value.split(" ");
    wish.clock = { kind, bank: Number(bank), increment: Number(increment) };
    wish.is_open = $("is-open").checked;
  } else {
    wish.bots = Object.fromEntries(Array.from({ length: size - 1 }, (_, n) => [String(n + 2), $("level").value]));
  }
  const { table } = await api("POST", "/api/tables", wish); // which pledges for its seed: only then our share follows
  if (!isWithFriends) await api("POST", `/api/tables/${table}/seats/1`, { share: randomHex(16), is_started: true });
  location.assign(`/t/${table}`);
}));

// ---- The wire

const wire = { socket: null, isGreeted: false, delay: 500, retry: 0, late: 0, pending: new Map() };
const game = { seat: null, number: -1, offset: 0, table: null, position: null, turns: [], chat: [], here: [], watching: 0 };

function connect() {
  clearTimeout(wire.retry);
  const socket = new WebSocket(`${location.protocol === "https:" ? "wss:" : "ws:"}//${location.host}/ws/${here.table}?version=${VERSION}`);
  wire.socket = socket;
  wire.isGreeted = false;
  socket.addEventListener("message", (event) => wire.socket === socket && receive(JSON.parse(event.data)));
  socket.addEventListener("close", (event) => wire.socket === socket && hangUp(event.code));
}

function hangUp(code) {
  clearTimeout(wire.late);
  Object.assign(wire, { socket: null, isGreeted: false, late: 0 });
  if (code === REFUSED) return void ($("connection").textContent = "The table cannot be opened.");
  const seconds = Math.max(1, Math.round(wire.delay / 1000));
  $("connection").textContent = `Not connected; trying again in ${seconds} s`;
  wire.retry = setTimeout(connect, wire.delay * (0.75 + Math.random() / 2));
  wire.delay = Math.min(wire.delay * 2, LONGEST_DELAY);
  drawDecision();
}

function reconnect() {
  const old = wire.socket;
  wire.socket = null;
  old?.close();
  connect();
}

/** Send a message if there is anybody to send it to; whether there was. */
function transmit(message) {
  if (!wire.isGreeted || wire.socket?.readyState !== WebSocket.OPEN) return false;
  wire.socket.send(JSON.stringify(message));
  return true;
}

/** Have something done: now, or when the line is back, but once. */
function command(body) {
  const message = { ...body, id: randomHex(16) };
  wire.pending.set(message.id, message);
  if (!transmit(message)) notice("It will be sent as soon as there is a connection.");
  drawDecision();
}

const resend = () => wire.pending.forEach(transmit);
const resync = () => transmit({ do: "resync" });

/** Is the line still good, and have we seen everything? A server that does not answer is called again. */
function ping() {
  if (wire.late || !transmit({ do: "ping", seen: Math.max(0, game.number) })) return;
  wire.late = setTimeout(() => {
    wire.late = 0;
    reconnect();
  }, PATIENCE);
}

function receive(message) {
  if (message.now) game.offset = message.now - Date.now();
  HANDLERS[message.is]?.(message);
}

const HANDLERS = {
  welcome(message) {
    game.seat = message.seat;
    wire.isGreeted = true;
    wire.delay = 500;
    $("connection").textContent = "";
  },
  snapshot(message) {
    Object.assign(game, { number: message.number, table: message.table, position: message.position });
    Object.assign(game, { turns: message.turns, chat: message.chat, here: message.here });
    draw();
    giveShare();
    resend();
  },
  event(message) {
    if (message.number <= game.number) return;
    const position = message.position ?? game.position; // none with it: as it was
    if (message.number !== game.number + 1 || message.hash !== (position?.hash ?? null)) return void resync();
    const wasOver = game.table.stage === "over";
    Object.assign(game, { number: message.number, table: message.table, position });
    const first = Math.min(position?.ply ?? 0, ...message.turns.map((turn) => turn.ply));
    game.turns = [...game.turns.filter((turn) => turn.seat === null || turn.ply < first), ...message.turns];
    const said = message.happened;
    if (said.what === "said") game.chat.push({ person: said.person, name: said.name, text: said.text, at: message.now });
    else if (sayHappening(said)) notice(sayHappening(said));
    draw();
    if (!wasOver && game.table.stage === "over") resync(); // now everything may be seen, the past too
  },
  presence(message) {
    Object.assign(game, { here: message.here, watching: message.watching });
    if (game.table) drawSeats();
  },
  done(message) {
    const asked = settle(message.id);
    if (asked?.do === "rematch" && message.table) location.assign(`/t/${message.table}`);
  },
  reasons(message) {
    settle(message.id);
    const verdict = message.is_legal === null ? "" : message.is_legal ? "It may be played." : "It may not be played.";
    advise(verdict, make("ul", {}, message.reasons.map((one) => make("li", {}, `${nameSeats(one.sentence)} (${one.rule})`))));
  },
  prospects(message) {
    settle(message.id);
    const percent = (share, digits) => `${(share * 100).toFixed(digits)}%`;
    const say = (one) => ` ${percent(one.chance, 0)} ± ${percent(one.error, 1)}. ${nameSeats(one.reason)}`;
    const line = (one) => make("li", {}, make("b", {}, nameSeats(one.line)), say(one));
    advise("The tyrant's chances to win, in your place:", make("ol", {}, message.prospects.map(line)));
  },
  refused(message) {
    const asked = wire.pending.get(message.id);
    if (message.code !== "unavailable" || asked?.do === "hint") settle(message.id); // else it is sent again by and by
    if (asked?.do === "say" && !$("speech").value) $("speech").value = asked.text;
    if (asked?.do === "sit" && game.table.stage === "playing") return askFor(asked.seat);
    const sentence = game.table ? nameSeats(message.sentence) : message.sentence;
    notice(sentence + (message.rule ? ` (${message.rule})` : ""), true);
  },
  pong() {
    clearTimeout(wire.late);
    wire.late = 0;
  },
  bye: (message) => notice(message.sentence),
};

function settle(id) {
  const asked = wire.pending.get(id);
  wire.pending.delete(id);
  drawDecision();
  return asked;
}

/** Who has a seat before they come, as at a rematch, adds their share to the deal when they do. */
function giveShare() {
  const { stage, commitment, shared } = game.table;
  if (stage === "gathering" && commitment && game.seat && !shared.includes(game.seat)) sit(game.seat);
}

const sit = (seat) => command({ do: "sit", seat, share: randomHex(16) });
const askFor = (seat, bot) => command({ do: "ask", matter: "take over", seat, bot });

// ---- The table

const nameOf = (seat) => {
  const names = game.table.seats.map((one) => one.name ?? `seat ${one.seat}`);
  const name = names[seat - 1] ?? `seat ${seat}`;
  return names.filter((one) => one === name).length > 1 ? `${name} ${seat}` : name;
};
const capital = (text) => text.charAt(0).toUpperCase() + text.slice(1);
const nameSeats = (text) => text.replace(/\b(s)eat ([1-9])\b/gi, (found, letter, seat) => {
  if (seat > game.table.seats.length) return found;
  return letter === "S" ? capital(nameOf(Number(seat))) : nameOf(Number(seat));
});
const isHost = () => here.me !== null && game.table.host === here.me.person;
const ASKS = { "take back": "take a move back", pause: "pause the game", end: "end the game without a winner" };

function sayHappening(said) {
  const who = said.seat ? nameOf(said.seat) : "";
  const sentences = {
    seated: `${said.name} sits down on seat ${said.seat}.`,
    vacated: `Seat ${said.seat} is free again.`,
    started: "The game begins.",
    moved: said.text ? `${who}: ${said.text}.` : "",
    "taken back": `${who} takes a move back.`,
    asked: `${who || "Somebody"} asks: ${said.text}.`,
    answered: `${who} ${said.is_yes ? "agrees" : "does not agree"}.`,
    paused: "The game is paused.",
    resumed: "The game goes on.",
    resigned: `Seat ${said.seat} has resigned.`,
    ended: `The game has been ended: ${said.text}.`,
    replaced: `Seat ${said.seat} is now played by ${said.name}.`,
    followed: "There is a rematch.",
  };
  return sentences[said.what] ?? "";
}

function draw() {
  drawHead();
  drawSeats();
  drawAsks();
  drawDecision();
  const view = game.position?.view;
  $("view").hidden = !view;
  if (view) fill($("view"), drawView(view, game.table.seats.map((one) => nameOf(one.seat)), game.seat));
  drawLog();
  drawChat();
  drawFairness();
}

function drawHead() {
  const { stage, seats, outcome, is_paused: isPaused } = game.table;
  const title = sayTitle(game.table.game);
  const waited = seats.filter((one) => one.is_waited_for).map((one) => one.seat);
  const isMine = waited.includes(game.seat) && game.position?.decision?.chosen === null;
  const others = waited.filter((seat) => seat !== game.seat).map(nameOf).join(", ");
  const turn = {
    gathering: seats.some((one) => one.kind === "free") ? "Waiting for players" : "Everybody is here: the game can start",
    playing: isPaused ? "The game is paused" : isMine ? "It is your turn" : `Waiting for ${others || "the others"}`,
    over: outcome ? sayOutcome(outcome) : "The game is over",
  }[stage];
  document.title = `${isMine ? "● Your turn" : turn} – ${title}`;
  $("title").textContent = title;
  if ($("turn").textContent !== turn) $("turn").textContent = turn;
  $("turn").classList.toggle("mine", isMine);
  $("invitation").hidden = stage !== "gathering";
  $("link").value = `${location.origin}/t/${here.table}`;
  $("only-here").hidden = !["localhost", "127.0.0.1", "[::1]"].includes(location.hostname);
}

function sayOutcome(outcome) {
  const how = {
    rules: "",
    resigned: ", the others have resigned",
    agreement: ", by agreement",
    abandoned: ": nobody is left",
    closed: ": the house has ended it",
  };
  const winners = outcome.winners.map(nameOf).join(" and ") || "Nobody";
  return `The game is over${how[outcome.how]}. ${winners} ${outcome.winners.length > 1 ? "share the win" : "wins"}.`;
}

function drawSeats() {
  fill($("seats"), game.table.seats.map(seatLine));
  $("bot-choice").hidden = !(isHost() && game.table.stage === "gathering") && !game.table.seats.some(canBeReplaced);
  $("watching").textContent = game.watching ? `${game.watching} looking on` : "";
  fill($("actions"), tableActions());
  tickClocks();
}

function seatLine(one) {
  const isMine = one.seat === game.seat;
  const badges = [isMine && "you", one.is_host && "host", one.kind === "bot" && "bot", one.kind === "program" && "program"];
  badges.push(one.is_substitute && "plays for who has left", one.has_resigned && "resigned");
  badges.push(one.kind === "person" && !isMine && !game.here.includes(one.seat) && "away");
  const score = game.table.outcome?.scores?.[one.seat - 1];
  return make("li", { class: one.is_waited_for ? "turn" : "" },
    make("span", {}, `${one.seat}`),
    make("span", { class: "name" }, one.name ?? "free"),
    make("span", { class: "badge" }, badges.filter(Boolean).join(", ")),
    score === undefined ? null : make("b", {}, `${score} points`),
    one.time_left === null ? null : make("span", { class: "clock", "data-seat": one.seat }),
    seatActions(one, isMine));
}

const canBeReplaced = (one) =>
  game.table.stage === "playing" && game.seat && one.kind === "person" && one.seat !== game.seat && !game.here.includes(one.seat);

function seatActions(one, isMine) {
  const { stage } = game.table;
  const act = (text, body) => button(text, () => command(body), { key: `${text} ${one.seat}` });
  const bot = () => $("bot-level").value;
  const found = [];
  if (stage === "gathering" && one.kind === "free") {
    if (here.me) found.push(button("Sit here", () => sit(one.seat), { key: `sit ${one.seat}` }));
    const seatBot = () => command({ do: "seat bot", seat: one.seat, bot: bot() });
    if (isHost()) found.push(button("Seat a bot", seatBot, { key: `bot ${one.seat}` }));
  } else if (stage === "gathering" && (isMine || isHost())) {
    found.push(act(isMine ? "Stand up" : "Clear", { do: "stand", seat: one.seat }));
  } else if (canBeReplaced(one)) {
    found.push(button("Let a bot take over", () => askFor(one.seat, bot()), { key: `over ${one.seat}` }));
  } else if (stage === "playing" && !game.seat && here.me && (one.kind === "bot" || !game.here.includes(one.seat))) {
    found.push(one.is_substitute // perhaps for me: then it is mine again at once, else the others are asked
      ? button("Take this seat", () => sit(one.seat), { key: `take ${one.seat}` })
      : button("Ask for this seat", () => askFor(one.seat), { key: `ask ${one.seat}` }));
  }
  if (stage !== "gathering" && game.position) found.push(act("Score?", { do: "why", seat: one.seat }));
  return found;
}

function tableActions() {
  const { stage, seats, is_paused: isPaused, rematch } = game.table;
  const ask = (matter) => () => command({ do: "ask", matter });
  const act = (name) => () => command({ do: name });
  const sure = (question, action) => () => confirm(question) && action();
  if (stage === "gathering") {
    const isFull = seats.every((one) => one.kind !== "free");
    return (game.seat || isHost()) ? [button("Start the game", act("start"), { disabled: !isFull })] : [];
  }
  if (stage === "playing") {
    return game.seat ? [
      button("Take back", ask("take back")),
      isPaused ? button("Resume", act("resume")) : button("Pause", ask("pause")),
      button("Offer to end", sure("Ask the others to end the game without a winner?", ask("end"))),
      button("Resign", sure("Give the game up?", act("resign")), { class: "danger" }),
    ] : [];
  }
  const following = rematch && make("a", { href: `/t/${rematch}`, key: "rematch" }, "To the rematch");
  return [
    following || (here.me && button("Rematch", act("rematch"))),
    game.position && make("a", { href: `/api/tables/${here.table}/record`, download: "", key: "record" }, "Download the record"),
  ];
}

function drawAsks() {
  fill($("asks"), game.table.asks.map((ask) => {
    const who = ask.seat ? nameOf(ask.seat) : ask.successor;
    const what = ASKS[ask.matter] ?? `let ${ask.successor} take over from ${nameOf(ask.of)}`;
    const isMine = game.seat && ![ask.seat, ask.of, ...ask.agreed].includes(game.seat);
    const answer = (isYes) => () => command({ do: "answer", ask: ask.ask, is_yes: isYes });
    return make("div", { class: "card", role: "alert" },
      `${who} would like to ${what}. `,
      ask.agreed.length ? `${ask.agreed.map(nameOf).join(", ")} agreed. ` : "",
      isMine ? make("span", { class: "row" }, button("Agree", answer(true), { key: `yes ${ask.ask}` }),
        button("Refuse", answer(false), { key: `no ${ask.ask}`, class: "soft" })) : make("i", {}, "Waiting for the others."));
  }));
}

let isHeld = false; // the focus was on the choices when they went away, and comes back to them

function drawDecision() {
  const decision = game.position?.decision;
  isHeld ||= $("choices").contains(document.activeElement);
  $("decision").hidden = !decision;
  if (!decision) return;
  const isBusy = [...wire.pending.values()].some((message) => message.do === "move");
  $("question").textContent = nameSeats(decision.question);
  const move = ({ line }) => button(glossSeats(line), () => command({ do: "move", ply: decision.ply, taken_back: decision.taken_back, line }), {
    key: line,
    disabled: isBusy,
    "aria-pressed": decision.chosen === null ? null : String(line === decision.chosen),
    class: decision.chosen === null || line === decision.chosen ? "" : "soft",
  });
  fill($("choices"), decision.choices.map(move));
  $("chosen").textContent = decision.chosen === null ? "" : "You have chosen; you may change it until everybody has.";
  const people = game.table.seats.filter((one) => one.kind === "person");
  $("hint").hidden = !(people.length === 1 && people[0].seat === game.seat);
  if (!isHeld || isBusy || ![document.body, $("question")].includes(document.activeElement)) return;
  isHeld = false;
  $("choices").querySelector("button")?.focus();
}

const glossSeats = (line) => line.replace(/\bseat ([1-9])\b/g, (found, seat) => `${found} (${nameOf(Number(seat))})`);

function advise(text, ...children) {
  $("advice").hidden = false;
  fill($("advice"), text, ...children, button("Close", () => ($("advice").hidden = true), { class: "soft" }));
}

function drawLog() {
  const list = $("log");
  const isAtEnd = list.scrollHeight - list.scrollTop - list.clientHeight < 40;
  fill(list, game.turns.filter((turn) => turn.facts.length || turn.line).map((turn) =>
    make("li", {}, turn.facts.length ? "" : `${nameOf(turn.seat)}: ${turn.line}`,
      turn.facts.map((fact) => make("span", { title: fact.rule }, `${nameSeats(fact.sentence)} `)))));
  if (isAtEnd) list.scrollTop = list.scrollHeight;
}

function drawChat() {
  const list = $("chat");
  const isMuted = (person) => game.table.muted.includes(person);
  const mute = ({ person }) => command({ do: "mute", person, is_muted: !isMuted(person) });
  const silence = (one) => button(isMuted(one.person) ? "Let speak" : "Silence", () => mute(one));
  fill(list, game.chat.map((one) => make("li", {}, make("b", {}, `${one.name}: `), one.text, " ",
    isHost() && one.person !== here.me.person ? silence(one) : null)));
  list.scrollTop = list.scrollHeight;
  $("say").hidden = here.me === null;
}

function drawFairness() {
  const { commitment, proof, seats } = game.table;
  const lines = [["commitment", commitment ?? "none: this game goes on from a record"]];
  if (proof) lines.push(["the house's seed", proof.host_seed]);
  if (proof) lines.push(...seats.map((one) => [`share of ${nameOf(one.seat)}`, proof.shares[one.seat - 1] || "none"]));
  fill($("fairness"), lines.flatMap(([name, value]) => [make("dt", {}, name), make("dd", {}, value)]));
}

function tickClocks() {
  for (const place of document.querySelectorAll(".clock")) {
    const seat = game.table.seats[Number(place.dataset.seat) - 1];
    const ran = seat.clock_since === null ? 0 : Math.max(0, Date.now() + game.offset - seat.clock_since);
    const left = Math.max(0, Math.ceil((seat.time_left - ran) / 1000));
    const [days, hours, minutes, seconds] = [left / 86400, (left / 3600) % 24, (left / 60) % 60, left % 60].map(Math.floor);
    const two = (number) => String(number).padStart(2, "0");
    place.textContent = (days ? `${days} d ` : "") + (days || hours ? `${hours}:${two(minutes)}` : minutes) + `:${two(seconds)}`;
    place.classList.toggle("short", seat.clock_since !== null && left < 20);
  }
}

$("hint").addEventListener("click", () => command({ do: "hint" }));
$("why").addEventListener("submit", (event) => {
  event.preventDefault();
  command({ do: "why", line: $("why-line").value.trim() });
});
$("say").addEventListener("submit", (event) => {
  event.preventDefault();
  command({ do: "say", text: $("speech").value });
  $("speech").value = "";
});

// ---- The beginning

async function begin() {
  [here.games] = await Promise.all([api("GET", "/api/games"), enter()]);
  if (!here.table) {
    await showLobby();
    setInterval(trying(listTables), 10_000);
    return;
  }
  $("table").hidden = false;
  const levels = here.games[0].bots;
  fillSelect($("bot-level"), levels.map((bot) => [bot, bot]), levels[2]);
  connect();
  setInterval(ping, PING);
  setInterval(() => game.table && tickClocks(), 500);
  window.addEventListener("online", () => wire.socket === null && connect());
  document.addEventListener("visibilitychange", () => {
    if (document.hidden) return;
    if (wire.socket === null) connect();
    else ping();
  });
}

trying(begin)();
