// A small game for boardgame.io's server, similar to ours: four seats with secret hands, one card played each turn and a
// new one drawn from the secret deck, sixty moves. `node boardgame_io.cjs PORT [FOLDER]`: with a folder, matches are kept
// there in boardgame.io's own FlatFile storage; without one, in memory.
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
    // On the server only, as every move that touches a secret has to be.
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
