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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  first: seat 1
  deck 1: grey 2 dna, black 1 dna, pentaceratops, grey 3, stegosaurus, t-rex dna, pterodactyl dna, egg pentaceratops, egg brontosaurus, stegosaurus dna, stegosaurus, pentaceratops, black 3, stegosaurus dna, grey 3, brontosaurus dna, pentaceratops dna, egg velociraptor, black 2 dna, brontosaurus dna, stegosaurus, black 1 dna, pentaceratops, stegosaurus dna, pterodactyl, brontosaurus dna, egg stegosaurus, egg t-rex, brontosaurus, black 3, t-rex, grey 1 dna, black 2, t-rex, pterodactyl, pentaceratops, brontosaurus, pentaceratops dna, grey 1 dna, egg pterodactyl
  deck 2: t-rex, pentaceratops, pterodactyl dna, grey 2 dna, pterodactyl, grey 3, t-rex, egg pterodactyl, pterodactyl dna, brontosaurus, pterodactyl, black 2, grey 2, pterodactyl, brontosaurus dna, black 2 dna, black 1 dna, brontosaurus dna, egg brontosaurus, stegosaurus dna, pentaceratops, brontosaurus, t-rex dna, stegosaurus, stegosaurus dna, grey 1 dna, brontosaurus, pentaceratops dna, pentaceratops, egg pentaceratops, stegosaurus, black 1 dna, brontosaurus dna, grey 1 dna, grey 2, pentaceratops dna, stegosaurus dna, egg stegosaurus, t-rex, egg velociraptor
  tiles 1: 7, 6, 1, 2, 10, 8, 5, 4, 9, 3
  tiles 2: 7, 3, 1, 10, 4, 6, 9, 5, 8, 2
moves:
  1 refuse grey 3
  2 keep
  3 keep
  4 refuse brontosaurus dna
  1 keep
  2 keep
  3 keep
  4 refuse stegosaurus dna
  1 buy 2
  1 refuse grey 2 dna
  2 buy 7 seat 1 black 1 dna
  2 refuse t-rex dna
  3 keep
  4 refuse grey 3
  1 refuse black 2 dna
  2 refuse pterodactyl dna
  3 keep
  4 refuse black 3
  1 keep
  2 refuse brontosaurus dna
  3 buy 6 pterodactyl dna
  3 keep
  4 keep
  1 refuse black 3
  2 refuse pentaceratops dna
  3 buy 1
  3 refuse pterodactyl
  4 refuse brontosaurus dna
  1 refuse stegosaurus dna
  2 refuse grey 3
  3 keep
  4 keep
  1 refuse pentaceratops
  2 refuse stegosaurus
  3 keep
  4 keep
  1 keep
  2 refuse egg pentaceratops
  3 keep
  4 keep
  1 refuse brontosaurus dna
  2 keep
  3 buy 10 seat 2 t-rex for black 1 dna
  3 refuse black 2 dna
  4 keep
  1 refuse t-rex
  2 keep
  3 keep
  4 refuse egg t-rex
  1 keep
  2 keep
  3 refuse t-rex dna
  4 keep
  1 refuse grey 2 dna
  4 buy 7 seat 3 pterodactyl dna
  4 keep
  3 refuse black 2
  2 keep
  1 buy 3
  1 refuse pentaceratops
  4 buy 1
  4 refuse pterodactyl
  3 refuse brontosaurus
  2 buy 10 seat 4 grey 2 dna for t-rex
  2 refuse grey 3
  1 keep
  4 keep
  3 refuse pterodactyl
  2 keep
  1 refuse pentaceratops
  4 keep
  3 keep
  2 keep
  1 refuse egg brontosaurus
  4 refuse black 2 dna
  3 keep
  2 buy 4
  1 refuse stegosaurus dna
  4 refuse t-rex
  3 keep
  2 refuse egg pterodactyl
  1 keep
  4 keep
  3 keep
  2 refuse brontosaurus dna
  1 keep
  4 keep
  3 refuse stegosaurus dna
  2 keep
  1 refuse pterodactyl
  4 keep
  3 keep
  2 refuse brontosaurus dna
  1 keep
  4 refuse black 1 dna
  3 refuse egg pentaceratops
  2 refuse pterodactyl
  1 refuse t-rex
  4 refuse grey 2
  3 refuse brontosaurus
  2 keep
  1 refuse brontosaurus dna
  4 refuse grey 1 dna
  3 keep
  2 keep
  1 refuse brontosaurus
  4 keep
result: over
  scores: -9 6 36 11
  winners: 3
seal: sha256:8cfe191702c91612582ba23593af86136de36a0b83938ee53a4cb4eeb007319c
