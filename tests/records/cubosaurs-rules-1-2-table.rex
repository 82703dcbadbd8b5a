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
  rounds: 3
  buy_window: before
  no_direct_interaction: off
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  first: seat 2
  deck 1: pentaceratops, t-rex, grey 2, grey 1, brontosaurus, egg t-rex, t-rex, pentaceratops, pterodactyl, t-rex, black 3, t-rex, pterodactyl, black 2, grey 3, stegosaurus, black 2, egg stegosaurus, black 1, egg velociraptor
  deck 2: pentaceratops, black 1, stegosaurus, black 2, brontosaurus, pentaceratops, t-rex, black 2, pentaceratops, pterodactyl, pentaceratops, stegosaurus, pentaceratops, pterodactyl, brontosaurus, black 3, brontosaurus, pterodactyl, brontosaurus, grey 1
  deck 3: brontosaurus, black 3, brontosaurus, stegosaurus, brontosaurus, pterodactyl, t-rex, egg velociraptor, pterodactyl, t-rex, pterodactyl, grey 1, grey 2, stegosaurus, pterodactyl, stegosaurus, black 2, brontosaurus, brontosaurus, pentaceratops
moves:
  2 refuse brontosaurus
  1 refuse pentaceratops
  2 keep
  1 refuse grey 2
  2 keep
  1 refuse grey 1
  2 keep
  1 keep
  2 keep
  1 refuse t-rex
  2 refuse grey 2
  1 keep
  2 keep
  1 keep
  2 refuse t-rex
  1 keep
  2 refuse grey 3
  1 keep
  2 refuse grey 1
  1 refuse t-rex
  2 keep
  1 keep
  2 keep
  1 refuse stegosaurus
  2 keep
  1 keep
  2 refuse pterodactyl
  1 refuse pentaceratops
  2 keep
  1 refuse black 1
  2 keep
  1 refuse black 2
  2 refuse stegosaurus
  1 refuse pentaceratops
  2 refuse brontosaurus
  1 keep
  2 refuse t-rex
  1 refuse black 2
  2 refuse pentaceratops
  1 refuse pterodactyl
  2 keep
  1 refuse stegosaurus
  2 keep
  1 refuse pentaceratops
  2 refuse black 2
  1 keep
  2 keep
  1 keep
  2 refuse black 2
  1 keep
  2 refuse t-rex
  1 keep
  2 refuse pterodactyl
  1 refuse brontosaurus
  2 keep
  1 refuse black 3
  2 keep
  1 keep
  2 refuse pterodactyl
  1 refuse brontosaurus
  2 refuse black 3
  1 refuse t-rex
  2 refuse egg velociraptor
  1 refuse stegosaurus
  2 keep
  1 keep
  2 refuse egg velociraptor
  1 refuse stegosaurus
  2 keep
  1 keep
  2 refuse stegosaurus
  1 refuse pterodactyl
  2 keep
  1 refuse grey 1
  2 refuse stegosaurus
  1 keep
  2 refuse t-rex
  1 refuse grey 1
  2 refuse black 2
  1 keep
  2 keep
result: over
  scores: 30 20
  winners: 1
seal: sha256:c9c84f21f0d5e42db766a187031461643945927b89ccb6b2b07a71a138ca4e21
