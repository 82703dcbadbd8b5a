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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  first: seat 1
  deck 1: pterodactyl, black 3, egg pentaceratops, pentaceratops dna, pterodactyl, t-rex, grey 3, pterodactyl, grey 3, t-rex, t-rex, grey 1 dna, egg stegosaurus, brontosaurus, pterodactyl dna, pentaceratops, brontosaurus dna, grey 1 dna, black 2, pentaceratops, t-rex dna, t-rex dna, stegosaurus, grey 2, grey 2, brontosaurus dna, pterodactyl dna, pentaceratops, black 1 dna, black 2, brontosaurus, stegosaurus, pentaceratops dna, black 1 dna, pterodactyl dna, egg brontosaurus, grey 2 dna, brontosaurus dna, t-rex, pterodactyl
  deck 2: pterodactyl dna, pterodactyl, stegosaurus, brontosaurus dna, black 2, brontosaurus, grey 1 dna, pentaceratops dna, stegosaurus dna, stegosaurus, stegosaurus, egg velociraptor, t-rex dna, pentaceratops dna, t-rex, grey 3, pentaceratops, grey 3, brontosaurus, black 3, stegosaurus dna, t-rex, grey 2, egg pentaceratops, grey 2 dna, brontosaurus, black 2 dna, egg t-rex, grey 2, t-rex dna, egg stegosaurus, black 3, egg brontosaurus, pterodactyl dna, t-rex, black 1 dna, brontosaurus dna, pterodactyl dna, black 2, pentaceratops
  tiles 1: 5, 4, 2, 9, 8, 10, 3, 7, 1, 6
  tiles 2: 8, 5, 3, 2, 9, 10, 1, 6, 4, 7
moves:
  1 buy 5 pentaceratops dna
  2 keep
  3 keep
  4 refuse brontosaurus
  1 refuse egg pentaceratops
  2 refuse grey 3
  3 buy 4
  4 refuse pterodactyl dna
  1 keep
  2 keep
  3 refuse grey 1 dna
  4 refuse egg stegosaurus
  1 keep
  1 buy 2
  2 keep
  3 keep
  4 keep
  1 keep
  2 keep
  2 buy 9 seat 3 pentaceratops dna
  3 keep
  4 keep
  1 keep
  2 refuse brontosaurus dna
  3 refuse grey 1 dna
  4 keep
  1 keep
  2 keep
  3 keep
  4 keep
  1 keep
  2 refuse stegosaurus
  3 keep
  4 keep
  4 end turn
  1 keep
  2 refuse brontosaurus dna
  3 keep
  4 refuse brontosaurus dna
  4 end turn
  1 keep
  3 buy 5 stegosaurus
  2 refuse brontosaurus
  1 buy 2
  1 keep
  4 refuse t-rex
  4 end turn
  3 buy 3
  3 refuse stegosaurus dna
  2 refuse black 2
  1 keep
  1 end turn
  4 refuse pentaceratops dna
  4 end turn
  3 keep
  3 end turn
  2 keep
  1 refuse pentaceratops
  1 end turn
  4 buy 8 seat 3 pentaceratops dna
  4 refuse grey 3
  3 refuse stegosaurus
  3 end turn
  2 keep
  1 keep
  1 end turn
  4 keep
  3 keep
  3 buy 9 seat 2 grey 2 dna
  2 keep
  1 keep
  4 keep
  3 refuse egg velociraptor
  2 refuse brontosaurus
  1 keep
  4 keep
  3 refuse black 3
  2 refuse grey 2 dna
  1 keep
  4 keep
  3 keep
  2 keep
  1 refuse pterodactyl dna
  4 keep
  3 keep
  2 refuse pterodactyl dna
  1 refuse stegosaurus dna
  4 keep
  3 refuse egg brontosaurus
  2 refuse pentaceratops dna
  1 refuse grey 2 dna
  4 keep
  3 keep
  2 keep
result: over
  scores: 33 -3 -16 14
  winners: 1
seal: sha256:b3afce2199d3308372e3f1a2d24cc9edbe414314762bb6a292e8dc0532dd5b2a
