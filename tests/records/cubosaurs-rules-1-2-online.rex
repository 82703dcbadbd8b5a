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
  buy_window: before_or_after
  no_direct_interaction: off
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  first: seat 2
  deck 1: egg t-rex, t-rex, t-rex dna, brontosaurus dna, stegosaurus, t-rex, egg velociraptor, stegosaurus, black 2, egg pterodactyl, stegosaurus, brontosaurus, black 2 dna, pentaceratops, pterodactyl, pterodactyl, brontosaurus dna, grey 2, egg pentaceratops, egg brontosaurus
  deck 2: egg pterodactyl, grey 2, t-rex, t-rex dna, egg stegosaurus, egg velociraptor, black 3, egg t-rex, pentaceratops dna, black 1 dna, black 2, pentaceratops, brontosaurus dna, pterodactyl, pentaceratops, brontosaurus, grey 2 dna, stegosaurus, pentaceratops dna, t-rex
  deck 3: pentaceratops, pentaceratops dna, t-rex dna, pentaceratops dna, pterodactyl, pterodactyl, grey 1 dna, egg pentaceratops, black 2, t-rex dna, pterodactyl dna, pterodactyl, egg stegosaurus, pterodactyl, brontosaurus dna, pentaceratops, stegosaurus dna, grey 2 dna, brontosaurus dna, pterodactyl dna
  tiles 1: 3, 4, 2, 9, 10, 6, 8, 7, 1, 5
  tiles 2: 8, 3, 4, 10, 9, 2, 7, 6, 1, 5
  tiles 3: 10, 2, 7, 6, 9, 5, 8, 4, 3, 1
moves:
  2 refuse t-rex
  1 refuse brontosaurus dna
  2 refuse stegosaurus
  1 buy 4
  2 refuse egg velociraptor
  1 keep
  2 refuse stegosaurus
  1 refuse brontosaurus dna
  2 keep
  1 refuse t-rex dna
  2 buy 3
  2 refuse egg pterodactyl
  1 refuse black 2
  2 keep
  1 keep
  2 keep
  1 keep
  2 refuse brontosaurus
  1 refuse stegosaurus
  2 keep
  1 keep
  1 buy 2
  2 refuse pterodactyl
  1 refuse brontosaurus dna
  2 keep
  1 keep
  2 keep
  1 keep
  2 keep
  1 buy 4
  2 refuse egg t-rex
  1 keep
  2 refuse black 3
  1 refuse t-rex dna
  2 keep
  1 refuse t-rex
  2 refuse pentaceratops
  1 refuse black 2
  2 refuse egg stegosaurus
  1 keep
  2 refuse black 1 dna
  1 keep
  2 keep
  1 refuse egg stegosaurus
  2 refuse black 3
  1 buy 3
  1 keep
  2 keep
  1 keep
  2 keep
  2 keep
  2 end turn
  1 keep
  1 buy 2
  2 refuse egg pentaceratops
  2 end turn
  1 refuse pentaceratops dna
  1 end turn
  2 buy 10 seat 1 pentaceratops for pterodactyl
  2 keep
  1 keep
  2 keep
  1 keep
  2 keep
  1 keep
  2 refuse pentaceratops dna
  1 keep
  1 end turn
  2 keep
  2 end turn
  1 buy 8 seat 2 grey 2 dna
  1 refuse pterodactyl
  2 keep
  1 refuse stegosaurus dna
  2 refuse egg stegosaurus
  1 keep
result: over
  scores: 27 12
  winners: 1
seal: sha256:df2a5794152d5d47ce11573dc85059e2abc7f060eaca47440ef124eb528b88bb
