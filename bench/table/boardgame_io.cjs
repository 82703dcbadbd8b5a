// A small game for boardgame.io's server, of the kind we compare with: four seats, a hand of secret cards each, one
// card a turn, a new one from the secret deck, sixty moves. `node boardgame_io.cjs PORT [FOLDER]`: with a folder the
// matches are kept in its own FlatFile storage, without one in memory.
const { Server, FlatFile, Origins } = require("boardgame.io/server");
const { PlayerView, INVALID_MOVE } = require("boardgame.io/core");

const CARDS = 60;
const HAND = 8;

const feast = {
  name: "feast",
  minPlayers: 4,
  maxPlayers: 4,
  disableUndo: true,
  setup: ({ ctx, random }) => {
    const deck = random.Shuffle(Array.from({ length: CARDS }, (_, card) => card));
    const players = {};
    for (let seat = 0; seat < ctx.numPlayers; seat++) players[seat] = { hand: deck.splice(0, HAND) };
    return { secret: { deck }, players, pile: [] };
  },
  playerView: PlayerView.STRIP_SECRETS,
  turn: { minMoves: 1, maxMoves: 1 },
  moves: {
    // On the server only, as a move has to be that touches a secret.
    play: {
      client: false,
      move: ({ G, playerID }, card) => {
        const hand = G.players[playerID].hand;
        if (!hand.includes(card)) return INVALID_MOVE;
        hand.splice(hand.indexOf(card), 1);
        G.pile.push({ seat: playerID, card });
        if (G.secret.deck.length > 0) hand.push(G.secret.deck.pop());
      },
    },
  },
  endIf: ({ G }) => (G.pile.length === CARDS ? { over: true } : undefined),
};

const [port, folder] = process.argv.slice(2);
const db = folder ? new FlatFile({ dir: folder }) : undefined;
Server({ games: [feast], origins: [Origins.LOCALHOST], db }).run(Number(port));
