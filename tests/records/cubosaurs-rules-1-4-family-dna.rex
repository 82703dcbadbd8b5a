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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  first: seat 4
  deck 1: pentaceratops dna, pentaceratops dna, black 2 dna, stegosaurus, grey 3, stegosaurus dna, grey 2, brontosaurus, brontosaurus, stegosaurus, brontosaurus, egg pentaceratops, pterodactyl, stegosaurus, stegosaurus, grey 2, pentaceratops, grey 2 dna, pterodactyl, black 3, brontosaurus dna, brontosaurus, t-rex dna, black 1 dna, pentaceratops, egg velociraptor, pterodactyl, stegosaurus dna, pentaceratops, pterodactyl dna, egg brontosaurus, stegosaurus dna, t-rex dna, t-rex dna, pterodactyl dna, grey 1 dna, pterodactyl, black 2, pentaceratops dna, t-rex
  deck 2: egg pterodactyl, stegosaurus, stegosaurus, pentaceratops, black 1 dna, grey 3, black 2 dna, pentaceratops dna, brontosaurus, t-rex dna, egg t-rex, stegosaurus, black 2, black 2, pentaceratops dna, t-rex, pterodactyl, brontosaurus, pentaceratops, black 1 dna, grey 2, grey 1 dna, pentaceratops, t-rex dna, grey 2, brontosaurus dna, t-rex, brontosaurus, grey 2 dna, black 3, pentaceratops, black 3, brontosaurus dna, t-rex, egg pentaceratops, grey 3, egg brontosaurus, pterodactyl, t-rex, pterodactyl
  tiles 1: 3, 1, 4, 5, 2, 6
  tiles 2: 6, 4, 5, 3, 2, 1
moves:
  4 refuse pterodactyl
  1 buy 3
  1 keep
  2 refuse stegosaurus dna
  3 keep
  4 refuse grey 2
  1 buy 4
  2 buy 5 grey 2
  3 keep
  4 keep
  1 keep
  2 refuse brontosaurus
  3 refuse stegosaurus dna
  4 keep
  1 keep
  2 keep
  3 refuse pterodactyl
  4 buy 2
  4 keep
  1 keep
  2 refuse pentaceratops
  3 keep
  4 keep
  1 keep
  2 keep
  3 keep
  4 keep
  1 refuse pentaceratops
  2 keep
  3 keep
  4 refuse pterodactyl
  1 keep
  2 keep
  3 keep
  4 refuse t-rex dna
  1 refuse black 1 dna
  2 keep
  3 refuse stegosaurus
  4 keep
  1 buy 4
  4 keep
  3 buy 1
  3 refuse stegosaurus
  2 buy 6 black 1 dna
  2 refuse pentaceratops dna
  1 buy 5 stegosaurus
  4 buy 3
  4 refuse black 2
  3 keep
  2 keep
  1 refuse egg pterodactyl
  4 refuse pterodactyl
  3 keep
  2 keep
  1 refuse stegosaurus
  4 refuse t-rex
  3 keep
  2 keep
  1 keep
  4 keep
  3 refuse pterodactyl
  2 refuse grey 3
  1 keep
  4 keep
  3 refuse pentaceratops
  2 refuse black 2 dna
  1 refuse pterodactyl
  4 refuse brontosaurus dna
  3 keep
  2 refuse t-rex dna
  1 keep
  4 keep
  3 refuse pterodactyl
  2 keep
  1 refuse t-rex
  4 refuse pentaceratops dna
  3 keep
  2 refuse black 1 dna
  1 keep
  4 keep
  3 keep
  2 refuse pterodactyl
  1 keep
  4 refuse egg pentaceratops
  3 refuse grey 3
  2 keep
  1 refuse black 1 dna
  4 refuse pentaceratops
  3 keep
  2 refuse black 3
  1 keep
result: over
  scores: 6 -5 16 3
  winners: 3
seal: sha256:ca93e747d8ae698cf36760984045dbdb9787627d00c8c8b2f073c8a6c43186ab
