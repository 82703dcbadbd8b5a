rexarium record 1
game: cubosaurs
rules: 1
edition: standard
  title: Cubosaurs, 2022, partly rebuilt
  digest: sha256:99ac9f2e1e1e7e30
  t-rex: 4 1 -2 -5, 7 cards, 3 dna
  stegosaurus: 2 -1 -2 8, 7 cards, 3 dna
  brontosaurus: -3 2 5 -5, 7 cards, 3 dna
  pterodactyl: -1 -1 -1 -1, 7 cards, 3 dna
  pentaceratops: -3 -1 3 7, 7 cards, 3 dna
  grey 1: 2 cards, 2 dna
  grey 2: 3 cards, 1 dna
  grey 3: 2 cards, 0 dna
  black 1: 2 cards, 2 dna
  black 2: 3 cards, 1 dna
  black 3: 2 cards, 0 dna
  egg t-rex: 4 if most, -3 otherwise
  egg stegosaurus: 4 if most, -3 otherwise
  egg brontosaurus: 3 if most, -3 otherwise
  egg pterodactyl: 4 if most, -3 otherwise
  egg pentaceratops: 3 if most, -3 otherwise
  egg velociraptor: 3 if most, -3 otherwise
  tile 1: cost 5
  tile 2: cost 3
  tile 3: cost 1
  tile 4: cost 2
  tile 5: cost 1
  tile 6: cost 3
  tile 7: cost 4, direct interaction
  tile 8: cost 5, direct interaction
  tile 9: cost 4, direct interaction
  tile 10: cost 4, direct interaction
rulings:
  dna: off
  zero_majority: on
  rounds: 2
  buy_window: before
  no_direct_interaction: off
seats: 3
  seat 1: Anna
  seat 2: Ben
  seat 3: random bot
deal:
  first: seat 2
  deck 1: pterodactyl, brontosaurus, t-rex, t-rex, t-rex, pentaceratops, pentaceratops, grey 2, t-rex, pterodactyl, brontosaurus, black 2, grey 3, grey 1, pentaceratops, stegosaurus, pterodactyl, pterodactyl, black 2, stegosaurus, pentaceratops, stegosaurus, egg velociraptor, pterodactyl, stegosaurus, pterodactyl, egg pentaceratops, grey 2, grey 2, grey 1
  deck 2: pterodactyl, pterodactyl, pterodactyl, pentaceratops, black 1, pentaceratops, grey 3, t-rex, stegosaurus, brontosaurus, grey 2, pterodactyl, t-rex, t-rex, pentaceratops, t-rex, stegosaurus, black 2, grey 2, t-rex, grey 2, stegosaurus, egg brontosaurus, t-rex, brontosaurus, egg pentaceratops, t-rex, brontosaurus, egg t-rex, stegosaurus
proof:
  table: cubosaurs-rules-1
  commitment: 1a6e2cb27837bde5501578e702b0f46cc88e582709440b551e83023d09f64a84
  host seed: b8a35d928791c6e598e4871e14e02f146a587c69f62968c83fe1a935b341e848
  share 1: anna:5f0c
  share 2: ben#77aa
  share 3:
moves:
  2 refuse pentaceratops
  3 keep
  1 keep
  2 refuse grey 2
  3 refuse brontosaurus
  1 refuse pterodactyl
  2 keep
  3 keep
table:
  at 0: seat 1 said good luck
  at 9: seat 2 took back to 8
  at 12: seat 2 resigned
result: ended
  ended: seat 2 resigned
  winners: 1 3
seal: sha256:cb6c0560d751a516452513035a4213a7c4f941733996df0d0185e7d7b80cc71b
