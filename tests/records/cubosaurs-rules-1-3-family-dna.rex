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
  dna: on
  zero_majority: on
  rounds: 2
  buy_window: before
  no_direct_interaction: on
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  first: seat 2
  deck 1: pterodactyl, grey 3, pterodactyl dna, black 2, t-rex dna, t-rex, black 1 dna, egg pentaceratops, stegosaurus, stegosaurus, stegosaurus, brontosaurus, brontosaurus, stegosaurus dna, pterodactyl dna, black 2, grey 1 dna, pentaceratops, pterodactyl, egg stegosaurus, brontosaurus, pterodactyl, black 3, t-rex, t-rex, egg t-rex, pentaceratops, t-rex dna, black 2 dna, brontosaurus dna
  deck 2: pterodactyl, brontosaurus, pentaceratops dna, grey 2 dna, grey 1 dna, black 2, black 3, grey 2, pentaceratops, t-rex, brontosaurus, egg t-rex, stegosaurus, brontosaurus dna, grey 3, stegosaurus dna, grey 1 dna, pentaceratops, black 2, stegosaurus, pterodactyl, brontosaurus dna, stegosaurus, egg pentaceratops, t-rex dna, grey 3, egg stegosaurus, pentaceratops dna, black 1 dna, t-rex
  tiles 1: 2, 3, 6, 4, 1, 5
  tiles 2: 6, 5, 3, 1, 2, 4
moves:
  2 buy 4
  3 refuse stegosaurus
  1 keep
  2 refuse t-rex
  3 keep
  1 buy 3
  1 refuse grey 3
  2 refuse t-rex dna
  3 keep
  1 keep
  2 keep
  3 buy 6 stegosaurus
  3 refuse stegosaurus
  1 keep
  2 keep
  3 keep
  1 refuse grey 1 dna
  2 refuse black 1 dna
  3 keep
  1 refuse stegosaurus
  2 keep
  3 keep
  1 keep
  2 keep
  3 keep
  1 keep
  2 refuse egg t-rex
  3 keep
  1 keep
  1 buy 3
  1 refuse pterodactyl
  3 refuse t-rex
  2 refuse grey 1 dna
  1 buy 6 grey 2 dna
  1 keep
  3 buy 2
  3 keep
  2 keep
  1 refuse t-rex
  3 keep
  2 buy 5 black 2
  1 refuse brontosaurus dna
  3 refuse t-rex
  2 refuse stegosaurus dna
  1 refuse grey 1 dna
  3 refuse egg t-rex
  2 keep
  1 refuse pentaceratops dna
  3 refuse grey 1 dna
  2 keep
  1 keep
  3 refuse pentaceratops
  2 refuse grey 1 dna
  1 keep
  3 keep
  2 keep
  1 keep
  3 refuse brontosaurus
  2 refuse pentaceratops dna
  1 keep
  3 keep
  2 refuse pentaceratops
  1 refuse grey 1 dna
  3 refuse brontosaurus dna
  2 refuse black 3
  1 keep
  3 refuse grey 3
  2 keep
  1 keep
  3 refuse grey 3
  2 keep
result: over
  scores: 26 11 10
  winners: 1
seal: sha256:6502c2c36b9622b800e3f4455e2772ab50a3fa259b1b9baadb69e5a605638ec8
