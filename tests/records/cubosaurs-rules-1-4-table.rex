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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  first: seat 2
  deck 1: grey 2, pterodactyl, pterodactyl, pentaceratops, brontosaurus, egg stegosaurus, egg pentaceratops, black 1, pentaceratops, stegosaurus, brontosaurus, pentaceratops, stegosaurus, black 1, pterodactyl, black 2, grey 2, stegosaurus, brontosaurus, grey 1, pentaceratops, grey 3, black 3, pterodactyl, brontosaurus, pterodactyl, stegosaurus, brontosaurus, grey 2, brontosaurus, black 3, egg t-rex, black 2, stegosaurus, t-rex, stegosaurus, brontosaurus, pterodactyl, pterodactyl, t-rex
  deck 2: pentaceratops, black 2, egg brontosaurus, pterodactyl, t-rex, black 1, t-rex, t-rex, black 1, pterodactyl, t-rex, grey 3, black 2, brontosaurus, egg t-rex, egg velociraptor, egg pterodactyl, grey 1, pterodactyl, pentaceratops, egg pentaceratops, t-rex, grey 1, black 3, pterodactyl, pterodactyl, t-rex, grey 2, black 3, pentaceratops, stegosaurus, grey 2, stegosaurus, pentaceratops, t-rex, brontosaurus, grey 3, brontosaurus, brontosaurus, brontosaurus
moves:
  2 refuse black 1
  3 refuse stegosaurus
  4 keep
  1 refuse pentaceratops
  2 keep
  3 refuse pentaceratops
  4 keep
  1 refuse pterodactyl
  2 refuse brontosaurus
  3 refuse pentaceratops
  4 refuse stegosaurus
  1 keep
  2 refuse stegosaurus
  3 keep
  4 refuse black 1
  1 keep
  2 refuse egg pentaceratops
  3 refuse stegosaurus
  4 keep
  1 keep
  2 keep
  3 refuse brontosaurus
  4 keep
  1 keep
  2 refuse pentaceratops
  3 keep
  4 keep
  1 keep
  2 refuse brontosaurus
  3 keep
  4 refuse black 2
  1 refuse pentaceratops
  2 keep
  3 keep
  4 refuse black 1
  1 keep
  2 refuse pentaceratops
  3 refuse black 3
  4 refuse grey 2
  1 refuse brontosaurus
  2 keep
  3 refuse brontosaurus
  4 keep
  1 refuse black 1
  2 refuse egg t-rex
  3 keep
  4 keep
  1 keep
  2 refuse black 3
  3 keep
  1 refuse pterodactyl
  4 keep
  3 refuse pterodactyl
  2 refuse black 1
  1 keep
  4 refuse egg velociraptor
  3 keep
  2 keep
  1 refuse grey 1
  4 refuse black 2
  3 refuse t-rex
  2 refuse pentaceratops
  1 refuse pterodactyl
  4 refuse brontosaurus
  3 keep
  2 keep
  1 refuse egg brontosaurus
  4 refuse pterodactyl
  3 keep
  2 keep
  1 refuse pentaceratops
  4 refuse egg t-rex
  3 keep
  2 refuse black 3
  1 keep
  4 keep
  3 refuse egg velociraptor
  2 keep
  1 refuse pterodactyl
  4 refuse t-rex
  3 keep
  2 keep
  1 keep
  4 keep
  3 refuse black 2
  2 refuse grey 2
  1 keep
  4 keep
  3 keep
  2 refuse pentaceratops
  1 keep
  4 keep
  3 refuse grey 3
  2 refuse t-rex
  1 refuse pentaceratops
  4 refuse egg pterodactyl
  3 refuse black 3
  2 keep
  1 keep
  4 refuse grey 2
  3 refuse egg brontosaurus
  2 keep
result: over
  scores: -4 -6 -3 -5
  winners: 3
seal: sha256:c8cc1f7ce1ed58caed6eb6adeaba29de31d4ee1447685c67de37d428cd7aaec1
