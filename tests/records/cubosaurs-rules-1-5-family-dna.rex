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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  first: seat 1
  deck 1: pterodactyl, stegosaurus dna, pterodactyl dna, t-rex, pentaceratops, pentaceratops, egg pentaceratops, pentaceratops dna, grey 1 dna, black 2 dna, pterodactyl dna, t-rex, pterodactyl dna, grey 3, brontosaurus, t-rex, egg stegosaurus, pterodactyl, stegosaurus, t-rex, stegosaurus, pentaceratops dna, black 2, brontosaurus, black 1 dna, brontosaurus dna, brontosaurus dna, brontosaurus dna, black 3, t-rex dna, pentaceratops, egg brontosaurus, grey 2 dna, grey 1 dna, egg velociraptor, stegosaurus, black 3, stegosaurus dna, brontosaurus, t-rex dna, pentaceratops dna, t-rex dna, black 1 dna, egg pterodactyl, black 2, grey 2, brontosaurus, grey 2, pentaceratops, egg t-rex
  deck 2: grey 3, t-rex dna, pterodactyl, stegosaurus dna, pterodactyl dna, egg stegosaurus, brontosaurus, brontosaurus, black 3, t-rex dna, black 2 dna, black 1 dna, brontosaurus dna, grey 1 dna, pterodactyl, pterodactyl dna, black 3, brontosaurus, t-rex, pentaceratops, brontosaurus dna, t-rex, t-rex dna, black 2, egg t-rex, black 2, brontosaurus dna, egg pterodactyl, grey 1 dna, pentaceratops dna, grey 2 dna, pentaceratops dna, pentaceratops, t-rex, egg brontosaurus, grey 2, egg pentaceratops, grey 2, stegosaurus, pentaceratops, stegosaurus, black 1 dna, grey 3, pentaceratops, stegosaurus, brontosaurus, pentaceratops dna, egg velociraptor, pterodactyl, stegosaurus dna
  tiles 1: 6, 5, 4, 1, 2, 3
  tiles 2: 6, 5, 1, 2, 3, 4
moves:
  1 buy 5 pterodactyl
  2 refuse pentaceratops
  3 buy 3
  3 keep
  4 keep
  5 refuse egg stegosaurus
  1 refuse pterodactyl dna
  2 keep
  3 buy 2
  3 keep
  4 keep
  5 refuse t-rex
  1 refuse stegosaurus dna
  2 refuse pentaceratops
  3 keep
  4 buy 4
  5 refuse pterodactyl
  1 keep
  2 keep
  3 buy 6 stegosaurus
  3 keep
  4 keep
  5 keep
  1 keep
  2 keep
  3 keep
  4 refuse pterodactyl dna
  5 keep
  1 keep
  2 refuse black 3
  3 keep
  4 keep
  5 keep
  1 refuse t-rex
  2 refuse egg pentaceratops
  3 keep
  4 refuse brontosaurus
  5 keep
  1 refuse brontosaurus dna
  2 keep
  3 refuse pentaceratops dna
  4 refuse brontosaurus dna
  5 refuse t-rex dna
  1 refuse pterodactyl
  2 buy 1
  2 refuse black 1 dna
  3 keep
  4 keep
  5 refuse egg brontosaurus
  1 refuse black 3
  2 keep
  3 keep
  4 refuse pentaceratops
  5 refuse stegosaurus
  1 keep
  2 keep
  3 keep
  1 keep
  5 buy 6 brontosaurus
  5 refuse pentaceratops
  4 refuse pterodactyl
  3 buy 5 black 2 dna
  2 refuse egg stegosaurus
  1 buy 2
  1 refuse grey 3
  5 keep
  4 refuse grey 1 dna
  3 buy 1
  3 keep
  2 keep
  1 buy 3
  1 keep
  5 keep
  4 buy 4
  3 keep
  2 refuse pterodactyl dna
  1 keep
  5 refuse black 2 dna
  4 keep
  3 keep
  2 keep
  1 refuse stegosaurus dna
  5 keep
  4 refuse black 2 dna
  3 refuse egg pterodactyl
  2 keep
  1 refuse pterodactyl dna
  5 refuse pentaceratops
  4 keep
  3 refuse black 1 dna
  2 keep
  1 keep
  5 keep
  4 keep
  3 refuse grey 1 dna
  2 refuse black 1 dna
  1 keep
  5 refuse grey 3
  4 keep
  3 refuse grey 2 dna
  2 keep
  1 refuse black 1 dna
  5 refuse stegosaurus dna
  4 keep
  3 refuse t-rex dna
  2 keep
  1 refuse grey 1 dna
  5 refuse pterodactyl
  4 keep
  3 refuse black 3
  2 refuse pentaceratops dna
  1 keep
  5 refuse grey 2
  4 keep
  3 refuse t-rex dna
  2 keep
  1 refuse pentaceratops
  5 refuse black 3
  4 keep
  3 keep
result: over
  scores: 0 6 34 23 -5
  winners: 3
seal: sha256:bba4ada99a778dfeb48ecf7a60965d66b898fef1dd98840734e848d65c001582
