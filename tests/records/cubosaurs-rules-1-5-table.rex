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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  first: seat 1
  deck 1: brontosaurus, black 3, black 1, pentaceratops, pentaceratops, t-rex, black 2, pterodactyl, brontosaurus, grey 3, egg pterodactyl, black 3, pentaceratops, stegosaurus, egg stegosaurus, t-rex, t-rex, pterodactyl, brontosaurus, pentaceratops, stegosaurus, egg brontosaurus, pterodactyl, pterodactyl, brontosaurus, grey 1, stegosaurus, stegosaurus, black 2, black 1, pterodactyl, black 2, pentaceratops, egg pentaceratops, brontosaurus, t-rex, pterodactyl, egg velociraptor, t-rex, grey 1, grey 3, pterodactyl, brontosaurus, stegosaurus, pentaceratops, egg t-rex, grey 2, grey 2, stegosaurus, stegosaurus
  deck 2: pterodactyl, t-rex, stegosaurus, pentaceratops, black 3, grey 3, black 3, brontosaurus, egg pentaceratops, brontosaurus, egg brontosaurus, brontosaurus, t-rex, t-rex, egg pterodactyl, egg t-rex, brontosaurus, grey 1, stegosaurus, pentaceratops, pentaceratops, t-rex, pterodactyl, t-rex, stegosaurus, pentaceratops, grey 2, grey 1, pentaceratops, stegosaurus, grey 3, brontosaurus, brontosaurus, stegosaurus, black 1, stegosaurus, pterodactyl, black 1, black 2, grey 2, egg stegosaurus, pentaceratops, pterodactyl, grey 2, egg velociraptor, brontosaurus, pentaceratops, pterodactyl, t-rex, stegosaurus
moves:
  1 refuse pentaceratops
  2 refuse t-rex
  3 keep
  4 refuse stegosaurus
  5 keep
  1 refuse black 1
  2 keep
  3 refuse brontosaurus
  4 refuse pentaceratops
  5 refuse egg brontosaurus
  1 refuse black 3
  2 keep
  3 refuse t-rex
  4 keep
  5 refuse pterodactyl
  1 keep
  2 refuse black 3
  3 refuse pentaceratops
  4 keep
  5 keep
  1 keep
  2 refuse brontosaurus
  3 keep
  4 keep
  5 refuse stegosaurus
  1 refuse brontosaurus
  2 keep
  3 refuse brontosaurus
  4 keep
  5 refuse pentaceratops
  1 refuse grey 1
  2 refuse brontosaurus
  3 refuse black 1
  4 keep
  5 refuse t-rex
  1 refuse black 2
  2 refuse pentaceratops
  3 refuse grey 3
  4 keep
  5 refuse stegosaurus
  1 keep
  2 refuse egg brontosaurus
  3 refuse black 3
  4 keep
  5 keep
  1 keep
  2 refuse black 2
  3 keep
  4 refuse stegosaurus
  5 keep
  1 refuse t-rex
  2 refuse black 1
  3 keep
  4 refuse egg pentaceratops
  5 keep
  1 keep
  2 refuse pterodactyl
  3 refuse black 2
  4 refuse grey 1
  5 refuse stegosaurus
  1 refuse t-rex
  2 keep
  3 keep
  4 refuse t-rex
  5 refuse egg velociraptor
  1 refuse stegosaurus
  2 keep
  3 keep
  4 refuse pterodactyl
  5 refuse brontosaurus
  1 keep
  2 refuse grey 1
  3 refuse pterodactyl
  4 refuse egg brontosaurus
  5 keep
  5 refuse brontosaurus
  4 refuse egg t-rex
  3 keep
  2 keep
  1 keep
  5 keep
  4 refuse egg pterodactyl
  3 refuse pentaceratops
  2 keep
  1 keep
  5 keep
  4 refuse t-rex
  3 keep
  2 keep
  1 refuse pterodactyl
  5 refuse pentaceratops
  4 refuse t-rex
  3 refuse brontosaurus
  2 refuse egg pterodactyl
  1 keep
  5 keep
  4 keep
  3 refuse egg brontosaurus
  2 refuse stegosaurus
  1 keep
  5 refuse grey 2
  4 refuse brontosaurus
  3 refuse egg t-rex
  2 refuse t-rex
  1 refuse pentaceratops
  5 keep
  4 keep
  3 refuse egg pentaceratops
  2 keep
  1 keep
  5 keep
  4 keep
  3 keep
  2 keep
  1 refuse stegosaurus
  5 keep
  4 keep
  3 refuse brontosaurus
  2 keep
  1 refuse t-rex
  5 keep
  4 keep
  3 refuse grey 1
  2 keep
  1 refuse stegosaurus
  5 keep
  4 keep
  3 refuse grey 2
  2 refuse black 3
  1 keep
result: over
  scores: 10 6 3 -4 -3
  winners: 1
seal: sha256:a5f83a50fad067af422a00b1b4e144dee090ef67b70d29429f0b2c8e7c36c74c
