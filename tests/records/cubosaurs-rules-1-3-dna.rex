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
  no_direct_interaction: off
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  first: seat 2
  deck 1: stegosaurus, pterodactyl dna, stegosaurus, egg brontosaurus, t-rex, grey 1 dna, black 1 dna, black 2 dna, t-rex dna, brontosaurus dna, black 2, egg t-rex, black 2, t-rex dna, egg velociraptor, grey 2, pterodactyl, t-rex, brontosaurus dna, grey 2, grey 1 dna, stegosaurus, grey 3, t-rex, pentaceratops dna, pterodactyl, stegosaurus dna, t-rex, brontosaurus, pterodactyl dna
  deck 2: t-rex, grey 3, black 3, pterodactyl, pentaceratops, pentaceratops, stegosaurus, brontosaurus, pentaceratops dna, t-rex dna, pterodactyl dna, egg t-rex, pterodactyl, stegosaurus, brontosaurus, t-rex, brontosaurus, black 1 dna, pterodactyl dna, egg brontosaurus, grey 2, pentaceratops, grey 1 dna, black 3, pentaceratops dna, t-rex dna, t-rex, brontosaurus dna, black 2, stegosaurus
  tiles 1: 8, 3, 2, 6, 5, 4, 10, 9, 1, 7
  tiles 2: 2, 1, 3, 10, 8, 5, 4, 6, 7, 9
moves:
  2 buy 3
  2 refuse grey 1 dna
  3 keep
  1 refuse stegosaurus
  2 keep
  3 keep
  1 keep
  2 refuse black 1 dna
  3 refuse egg t-rex
  1 refuse pterodactyl
  2 keep
  3 buy 2
  3 refuse t-rex dna
  1 keep
  2 buy 6 stegosaurus
  2 refuse egg t-rex
  3 refuse black 2
  1 keep
  2 refuse t-rex
  3 keep
  1 refuse pterodactyl dna
  2 refuse black 1 dna
  3 keep
  1 keep
  2 refuse egg velociraptor
  3 refuse grey 2
  1 refuse black 2
  2 refuse pterodactyl
  3 keep
  1 refuse egg brontosaurus
  2 refuse t-rex
  3 keep
  1 refuse egg t-rex
  2 refuse black 2 dna
  3 keep
  1 keep
  2 keep
  3 keep
  1 refuse brontosaurus dna
  2 keep
  1 refuse grey 3
  3 buy 3
  3 refuse egg t-rex
  2 refuse brontosaurus
  1 refuse black 3
  3 buy 2
  3 keep
  2 refuse pentaceratops
  1 keep
  3 keep
  2 refuse pentaceratops
  1 keep
  3 refuse pterodactyl dna
  2 keep
  1 keep
  3 keep
  2 refuse black 1 dna
  1 buy 8 seat 3 stegosaurus
  1 keep
  3 refuse t-rex
  2 refuse pterodactyl dna
  1 refuse grey 2
  3 refuse brontosaurus
  2 refuse stegosaurus
  1 refuse black 1 dna
  3 refuse egg t-rex
  2 keep
  1 refuse t-rex
  3 keep
  2 buy 1
  2 refuse brontosaurus
  1 keep
  3 refuse t-rex
  2 refuse stegosaurus
  1 keep
  3 refuse black 3
  2 refuse pterodactyl dna
  1 refuse pentaceratops dna
  3 keep
  2 refuse pentaceratops
  1 keep
  3 refuse egg brontosaurus
  2 keep
  1 keep
  3 keep
result: over
  scores: 1 4 30
  winners: 3
seal: sha256:c7d842212d0fed344a7f68b407380e0f4620bd7c6edb070fa8d30860b56deb96
