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
  no_direct_interaction: off
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  first: seat 2
  deck 1: pentaceratops, stegosaurus dna, grey 2, pterodactyl, pentaceratops dna, stegosaurus dna, t-rex dna, pentaceratops, brontosaurus dna, grey 1 dna, egg stegosaurus, pterodactyl, brontosaurus, pentaceratops, stegosaurus dna, pterodactyl, stegosaurus, black 2, brontosaurus, pentaceratops
  deck 2: black 1 dna, pentaceratops, egg t-rex, pentaceratops dna, t-rex, pterodactyl, t-rex, brontosaurus dna, stegosaurus, grey 2 dna, stegosaurus, pterodactyl dna, t-rex dna, black 2 dna, egg pentaceratops, brontosaurus, stegosaurus, pterodactyl, brontosaurus dna, stegosaurus
  deck 3: egg pterodactyl, brontosaurus dna, black 1 dna, pentaceratops, pterodactyl, stegosaurus, brontosaurus, black 3, pentaceratops dna, stegosaurus, pterodactyl dna, grey 2, egg stegosaurus, stegosaurus, t-rex dna, stegosaurus dna, brontosaurus, pentaceratops, black 2, t-rex
  tiles 1: 7, 1, 4, 8, 2, 10, 3, 6, 5, 9
  tiles 2: 5, 4, 7, 6, 10, 1, 3, 9, 8, 2
  tiles 3: 2, 7, 8, 6, 9, 5, 4, 10, 3, 1
moves:
  2 buy 4
  1 refuse stegosaurus dna
  2 keep
  1 refuse pterodactyl
  2 keep
  1 keep
  2 keep
  1 refuse grey 2
  2 refuse pentaceratops dna
  1 refuse egg stegosaurus
  2 keep
  1 keep
  2 buy 1
  2 keep
  1 keep
  2 refuse brontosaurus
  1 refuse pentaceratops
  2 refuse grey 2
  1 keep
  2 refuse stegosaurus dna
  1 keep
  2 refuse pterodactyl
  1 refuse stegosaurus dna
  2 keep
  1 keep
  1 buy 5 egg t-rex
  2 buy 4
  1 refuse pentaceratops dna
  2 refuse brontosaurus dna
  1 refuse black 1 dna
  2 refuse pterodactyl
  1 keep
  2 keep
  1 refuse black 1 dna
  2 refuse grey 2 dna
  1 buy 7 seat 2 t-rex
  1 keep
  2 keep
  1 refuse pentaceratops dna
  2 keep
  1 keep
  2 refuse pentaceratops dna
  1 refuse black 2 dna
  2 refuse t-rex dna
  1 refuse pterodactyl
  2 keep
  1 keep
  2 refuse egg pentaceratops
  1 keep
  2 keep
  1 refuse egg t-rex
  2 keep
  1 keep
  2 buy 7 seat 1 pentaceratops
  2 keep
  1 buy 8 seat 2 black 3
  1 refuse black 1 dna
  2 refuse pterodactyl
  1 keep
  2 refuse pentaceratops dna
  1 buy 2
  1 refuse black 3
  2 keep
  1 refuse brontosaurus dna
  2 refuse black 3
  1 keep
  2 keep
  1 refuse black 1 dna
  2 keep
  1 keep
  2 refuse black 1 dna
  1 keep
  2 keep
  1 refuse t-rex dna
  2 refuse stegosaurus
  1 keep
  2 refuse pentaceratops dna
  1 refuse stegosaurus
  2 refuse egg stegosaurus
  1 keep
  2 refuse stegosaurus
  1 keep
result: over
  scores: 39 13
  winners: 1
seal: sha256:d7c5f6bbf997f9871577d7c68a188c556c66ad045857669d5ead5a1bf5b885a0
