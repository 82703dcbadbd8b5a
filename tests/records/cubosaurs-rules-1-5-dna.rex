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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  first: seat 3
  deck 1: pentaceratops dna, pentaceratops, pentaceratops, grey 2, brontosaurus dna, pterodactyl, pentaceratops dna, stegosaurus dna, pterodactyl, pterodactyl, brontosaurus, grey 2, grey 3, grey 3, grey 1 dna, pterodactyl dna, black 1 dna, egg pterodactyl, stegosaurus, pentaceratops, grey 1 dna, stegosaurus dna, brontosaurus dna, brontosaurus, pentaceratops dna, black 1 dna, pterodactyl, grey 2 dna, black 2, stegosaurus dna, stegosaurus, t-rex, egg velociraptor, brontosaurus dna, egg stegosaurus, stegosaurus, stegosaurus, t-rex, pentaceratops, egg t-rex, t-rex dna, egg brontosaurus, pterodactyl dna, black 2, black 3, black 3, brontosaurus, pterodactyl dna, brontosaurus, egg pentaceratops
  deck 2: stegosaurus, t-rex dna, pterodactyl, brontosaurus dna, pterodactyl, egg brontosaurus, egg stegosaurus, stegosaurus dna, t-rex dna, pentaceratops dna, brontosaurus, grey 1 dna, brontosaurus, grey 2, t-rex, black 2, black 2, grey 2, pterodactyl, pentaceratops, pterodactyl dna, pterodactyl, t-rex dna, pterodactyl dna, brontosaurus dna, stegosaurus dna, t-rex, grey 3, stegosaurus, t-rex, pterodactyl dna, t-rex, egg velociraptor, pentaceratops, brontosaurus, grey 3, black 3, stegosaurus, black 1 dna, pentaceratops, brontosaurus dna, egg t-rex, black 3, grey 2 dna, stegosaurus dna, pentaceratops dna, black 1 dna, pentaceratops, grey 1 dna, pentaceratops dna
  tiles 1: 1, 6, 7, 2, 3, 4, 9, 5, 8, 10
  tiles 2: 2, 8, 10, 1, 9, 3, 7, 4, 5, 6
moves:
  3 refuse pterodactyl
  4 keep
  5 keep
  1 refuse pentaceratops dna
  2 buy 2
  2 keep
  3 keep
  4 buy 6 pterodactyl dna
  4 keep
  5 buy 4
  1 buy 3
  1 refuse pentaceratops
  2 refuse brontosaurus dna
  3 keep
  4 keep
  5 refuse stegosaurus
  1 refuse grey 2
  2 refuse pentaceratops dna
  3 keep
  4 refuse pterodactyl
  5 keep
  1 refuse pentaceratops
  2 refuse brontosaurus dna
  3 keep
  4 keep
  5 refuse black 1 dna
  1 keep
  2 refuse pterodactyl
  3 buy 7 seat 4 grey 3
  3 keep
  4 refuse grey 3
  5 refuse stegosaurus dna
  1 keep
  2 refuse pentaceratops dna
  3 refuse black 1 dna
  4 keep
  5 keep
  1 keep
  2 keep
  3 refuse pentaceratops
  4 keep
  5 keep
  1 refuse black 1 dna
  2 refuse pentaceratops
  3 refuse brontosaurus dna
  4 refuse grey 1 dna
  5 refuse t-rex dna
  1 refuse stegosaurus dna
  2 keep
  3 keep
  4 refuse grey 2 dna
  5 keep
  1 keep
  2 refuse t-rex dna
  3 keep
  4 keep
  5 refuse black 2
  1 refuse egg stegosaurus
  2 keep
  3 keep
  4 refuse t-rex
  5 refuse pentaceratops
  1 refuse black 3
  2 refuse stegosaurus dna
  3 refuse brontosaurus dna
  4 refuse grey 1 dna
  5 keep
  5 keep
  4 buy 3
  4 refuse brontosaurus
  3 refuse grey 1 dna
  2 buy 9 seat 3 pterodactyl
  2 refuse stegosaurus dna
  1 buy 10 seat 2 egg stegosaurus for pterodactyl
  1 refuse egg stegosaurus
  5 keep
  4 buy 2
  4 refuse grey 2
  3 buy 8 seat 1 t-rex dna
  3 refuse pentaceratops dna
  2 keep
  1 keep
  5 refuse black 2
  4 keep
  3 keep
  2 keep
  1 refuse brontosaurus dna
  5 keep
  4 refuse black 2
  3 keep
  2 keep
  1 refuse stegosaurus
  5 refuse grey 1 dna
  4 refuse black 2
  3 refuse pterodactyl
  2 refuse egg brontosaurus
  1 keep
  5 buy 1
  5 refuse pterodactyl
  4 keep
  3 refuse brontosaurus
  2 keep
  1 refuse black 2
  5 keep
  4 keep
  3 refuse t-rex
  2 keep
  1 refuse grey 1 dna
  5 refuse pentaceratops
  4 keep
  3 keep
  2 refuse pterodactyl
  1 refuse t-rex
  5 keep
  4 refuse stegosaurus
  3 keep
  2 keep
  1 refuse egg brontosaurus
  5 refuse pterodactyl dna
  4 refuse stegosaurus dna
  3 refuse t-rex dna
  2 keep
  1 keep
  5 refuse brontosaurus
  4 keep
  3 keep
  2 refuse t-rex dna
  1 keep
  5 keep
  4 keep
  3 keep
result: over
  scores: 5 6 4 -7 12
  winners: 5
seal: sha256:4e34ff7ac522267885b6b404c355b146ef29f473b3e1b621772841c8a1e821f3
