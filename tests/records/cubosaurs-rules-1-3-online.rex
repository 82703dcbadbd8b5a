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
  buy_window: before_or_after
  no_direct_interaction: off
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  first: seat 1
  deck 1: egg t-rex, grey 2, brontosaurus, brontosaurus, black 1 dna, grey 3, egg stegosaurus, t-rex dna, pterodactyl dna, t-rex, grey 1 dna, grey 1 dna, pterodactyl, grey 2 dna, t-rex dna, grey 2, stegosaurus, black 2, pentaceratops, pterodactyl dna, t-rex, pterodactyl, t-rex dna, stegosaurus, stegosaurus dna, stegosaurus dna, pterodactyl, grey 3, pentaceratops, egg velociraptor
  deck 2: brontosaurus, grey 2, pterodactyl dna, pterodactyl, grey 2 dna, stegosaurus dna, stegosaurus, egg t-rex, egg velociraptor, stegosaurus dna, black 2, egg pentaceratops, grey 1 dna, pentaceratops dna, pentaceratops, t-rex dna, pentaceratops, t-rex, pterodactyl, t-rex, grey 3, stegosaurus dna, egg pterodactyl, stegosaurus, black 3, grey 3, t-rex dna, black 1 dna, black 3, pentaceratops
  tiles 1: 7, 10, 6, 1, 2, 9, 5, 3, 4, 8
  tiles 2: 7, 8, 4, 5, 9, 10, 1, 2, 6, 3
moves:
  1 refuse brontosaurus
  2 keep
  3 keep
  3 buy 7 seat 1 egg t-rex
  1 refuse grey 2
  2 refuse egg stegosaurus
  3 refuse pterodactyl dna
  1 refuse brontosaurus
  2 refuse black 1 dna
  3 keep
  3 buy 6 brontosaurus
  1 keep
  2 keep
  3 keep
  1 keep
  2 keep
  3 keep
  1 refuse pentaceratops
  2 refuse t-rex dna
  3 keep
  1 keep
  2 refuse pterodactyl dna
  3 refuse black 1 dna
  1 keep
  2 keep
  2 end turn
  3 keep
  1 keep
  2 keep
  2 buy 10 seat 1 t-rex dna for stegosaurus dna
  3 keep
  1 keep
  3 buy 4
  2 keep
  2 end turn
  1 buy 7 seat 2 grey 1 dna
  1 keep
  3 refuse black 2
  2 refuse stegosaurus
  1 keep
  3 keep
  2 keep
  1 keep
  3 keep
  2 refuse egg t-rex
  1 refuse black 2
  3 refuse stegosaurus dna
  2 keep
  2 buy 1
  1 keep
  3 keep
  2 keep
  1 keep
  3 keep
  2 keep
  1 refuse stegosaurus
  3 refuse egg velociraptor
  2 keep
  1 refuse brontosaurus
  3 refuse t-rex dna
  2 keep
  1 keep
  3 keep
result: over
  scores: 7 6 -15
  winners: 1
seal: sha256:451319a72e6034d4b611e835bf564cfa1840770512a9e3fe02bde965e79c0872
