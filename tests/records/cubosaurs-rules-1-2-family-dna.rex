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
  rounds: 3
  buy_window: before
  no_direct_interaction: on
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  first: seat 1
  deck 1: black 2, stegosaurus dna, brontosaurus, grey 1 dna, brontosaurus, grey 2 dna, pterodactyl, t-rex, pterodactyl, pentaceratops dna, pentaceratops, pterodactyl dna, egg velociraptor, black 2 dna, pentaceratops dna, egg t-rex, grey 2, stegosaurus, pterodactyl, black 3
  deck 2: stegosaurus, pterodactyl, t-rex, egg pentaceratops, brontosaurus dna, brontosaurus, black 3, t-rex, stegosaurus, t-rex dna, egg velociraptor, black 2, grey 1 dna, grey 2, egg stegosaurus, grey 2 dna, pterodactyl, grey 1 dna, stegosaurus dna, brontosaurus dna
  deck 3: black 3, stegosaurus, brontosaurus dna, grey 2, grey 1 dna, pentaceratops, t-rex, pentaceratops, pentaceratops dna, egg brontosaurus, pterodactyl, stegosaurus dna, grey 1 dna, pterodactyl dna, t-rex, black 1 dna, egg t-rex, egg velociraptor, stegosaurus dna, brontosaurus
  tiles 1: 5, 3, 1, 4, 6, 2
  tiles 2: 2, 6, 1, 5, 3, 4
  tiles 3: 4, 5, 3, 6, 2, 1
moves:
  1 buy 5 grey 1 dna
  2 refuse t-rex
  1 refuse stegosaurus dna
  2 refuse brontosaurus
  1 buy 3
  1 refuse black 2
  2 keep
  1 keep
  2 keep
  1 keep
  2 buy 1
  2 keep
  1 refuse brontosaurus
  2 keep
  1 keep
  2 keep
  1 refuse egg t-rex
  2 refuse pterodactyl dna
  1 keep
  2 refuse stegosaurus dna
  1 keep
  2 keep
  1 keep
  2 keep
  1 keep
  2 refuse brontosaurus
  1 keep
  2 keep
  1 keep
  2 buy 1
  2 refuse t-rex dna
  1 keep
  2 keep
  1 buy 2
  1 keep
  2 refuse black 3
  1 keep
  2 refuse t-rex
  1 keep
  2 refuse grey 1 dna
  1 keep
  2 buy 4
  1 buy 5 black 3
  2 refuse grey 1 dna
  1 keep
  2 refuse t-rex
  1 buy 6 grey 2
  1 refuse brontosaurus dna
  2 keep
  1 refuse black 3
  2 refuse brontosaurus dna
  1 keep
  2 keep
  1 refuse pterodactyl
  2 refuse stegosaurus dna
  1 keep
  2 keep
  1 keep
  2 keep
  1 refuse stegosaurus dna
  2 refuse pterodactyl dna
  1 keep
  2 keep
  1 refuse pentaceratops dna
  2 refuse egg velociraptor
  1 refuse grey 1 dna
  2 refuse black 1 dna
  1 keep
  2 refuse pentaceratops
  1 keep
result: over
  scores: 30 19
  winners: 1
seal: sha256:5c1ba3deedd9b7846c12580c9de922715ac20e7f73f327884b6fe823acaa48b1
