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
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  first: seat 1
  deck 1: black 2, egg stegosaurus, t-rex, brontosaurus, grey 3, brontosaurus, stegosaurus, t-rex, t-rex, brontosaurus, egg t-rex, grey 3, egg brontosaurus, brontosaurus, t-rex, pterodactyl, egg pentaceratops, pterodactyl, t-rex, grey 2, pterodactyl, egg velociraptor, egg pterodactyl, pentaceratops, black 2, t-rex, stegosaurus, grey 2, black 3, black 2
  deck 2: stegosaurus, t-rex, grey 1, stegosaurus, stegosaurus, t-rex, brontosaurus, pentaceratops, brontosaurus, black 3, t-rex, brontosaurus, grey 3, pentaceratops, t-rex, stegosaurus, egg t-rex, grey 2, grey 2, black 2, pentaceratops, egg pentaceratops, pentaceratops, pterodactyl, brontosaurus, brontosaurus, pterodactyl, pentaceratops, pentaceratops, egg brontosaurus
moves:
  1 refuse t-rex
  2 refuse stegosaurus
  3 keep
  1 refuse egg stegosaurus
  2 keep
  3 refuse grey 3
  1 keep
  2 refuse brontosaurus
  3 refuse stegosaurus
  1 refuse black 2
  2 refuse t-rex
  3 keep
  1 refuse t-rex
  2 keep
  3 refuse egg t-rex
  1 keep
  2 refuse egg pentaceratops
  3 refuse stegosaurus
  1 keep
  2 keep
  3 keep
  1 refuse t-rex
  2 keep
  3 keep
  1 refuse pterodactyl
  2 refuse t-rex
  3 keep
  1 refuse stegosaurus
  2 keep
  3 refuse egg pterodactyl
  1 refuse brontosaurus
  2 refuse grey 2
  3 refuse pentaceratops
  1 keep
  2 refuse t-rex
  3 refuse egg brontosaurus
  1 refuse grey 2
  2 refuse black 2
  3 keep
  1 refuse brontosaurus
  2 keep
  3 refuse egg brontosaurus
  1 refuse grey 3
  2 keep
  3 keep
  1 keep
  3 refuse black 3
  2 keep
  1 refuse stegosaurus
  3 keep
  2 refuse brontosaurus
  1 refuse grey 1
  3 keep
  2 refuse black 3
  1 keep
  3 keep
  2 refuse stegosaurus
  1 refuse egg t-rex
  3 refuse t-rex
  2 refuse pentaceratops
  1 refuse black 3
  3 refuse brontosaurus
  2 keep
  1 keep
  3 refuse grey 2
  2 refuse t-rex
  1 keep
  3 keep
  2 refuse stegosaurus
  1 refuse t-rex
  3 keep
  2 refuse grey 2
  1 refuse stegosaurus
  3 refuse egg pentaceratops
  2 keep
  1 refuse grey 3
  3 refuse stegosaurus
  2 keep
  1 keep
  3 keep
  2 keep
  1 refuse grey 2
  3 refuse brontosaurus
  2 keep
  1 keep
result: over
  scores: -9 31 -10
  winners: 2
seal: sha256:43ead3e07ebe90d2a86d79a9603b55f0bc46ff82838bac40a138620105e45628
