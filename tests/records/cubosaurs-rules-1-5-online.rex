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
  buy_window: before_or_after
  no_direct_interaction: off
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  first: seat 5
  deck 1: black 3, brontosaurus, stegosaurus dna, black 2, grey 2, black 1 dna, t-rex dna, t-rex dna, pterodactyl, brontosaurus dna, egg stegosaurus, pentaceratops, pentaceratops, grey 2 dna, black 2, stegosaurus, egg pentaceratops, egg pterodactyl, pentaceratops, pterodactyl dna, egg t-rex, pentaceratops dna, black 2 dna, black 3, grey 3, pterodactyl, pterodactyl, pterodactyl dna, egg velociraptor, brontosaurus, stegosaurus, t-rex, t-rex, brontosaurus, pentaceratops dna, grey 2, stegosaurus, t-rex dna, brontosaurus dna, grey 1 dna, stegosaurus, egg brontosaurus, pterodactyl, brontosaurus dna, pterodactyl dna, pentaceratops, grey 3, t-rex, stegosaurus dna, grey 1 dna
  deck 2: grey 3, t-rex, stegosaurus, black 2 dna, black 3, grey 1 dna, t-rex, brontosaurus dna, stegosaurus dna, stegosaurus dna, t-rex, t-rex, brontosaurus, pterodactyl, brontosaurus, egg brontosaurus, pterodactyl dna, pentaceratops, egg velociraptor, stegosaurus, stegosaurus dna, grey 2, pterodactyl, t-rex dna, pterodactyl dna, pentaceratops, black 2, brontosaurus dna, pterodactyl, brontosaurus dna, egg pterodactyl, pentaceratops dna, egg stegosaurus, pentaceratops dna, t-rex dna, pterodactyl, black 3, pterodactyl dna, brontosaurus, stegosaurus, egg t-rex, black 1 dna, grey 1 dna, grey 2 dna, pentaceratops dna, stegosaurus, black 2, pentaceratops, t-rex dna, grey 2
  tiles 1: 2, 9, 4, 6, 1, 7, 8, 3, 5, 10
  tiles 2: 10, 1, 5, 4, 6, 8, 9, 7, 2, 3
moves:
  5 refuse pterodactyl dna
  1 keep
  2 refuse grey 2
  2 end turn
  3 refuse egg stegosaurus
  4 refuse black 2
  5 keep
  1 buy 4
  2 refuse t-rex dna
  2 buy 2
  3 refuse brontosaurus dna
  4 refuse grey 2 dna
  5 keep
  5 buy 7 seat 1 brontosaurus
  1 keep
  2 keep
  3 keep
  4 refuse stegosaurus
  5 refuse pentaceratops
  1 keep
  2 keep
  3 refuse pentaceratops
  4 keep
  5 refuse grey 2
  1 keep
  2 keep
  3 keep
  4 keep
  5 keep
  1 refuse pterodactyl
  2 keep
  3 keep
  4 keep
  5 keep
  5 buy 6 brontosaurus dna
  1 keep
  2 refuse t-rex dna
  3 keep
  4 keep
  5 refuse brontosaurus
  1 refuse stegosaurus
  2 keep
  3 keep
  4 keep
  5 keep
  1 keep
  2 refuse egg brontosaurus
  3 refuse pterodactyl
  4 refuse t-rex
  5 keep
  1 keep
  2 keep
  3 keep
  3 end turn
  4 keep
  4 end turn
  3 buy 4
  2 buy 6 t-rex
  2 refuse black 3
  1 refuse stegosaurus
  5 keep
  4 refuse stegosaurus dna
  3 refuse t-rex
  3 end turn
  2 refuse brontosaurus dna
  1 keep
  1 buy 9 seat 4 t-rex
  5 keep
  4 keep
  4 end turn
  3 buy 10 seat 5 grey 2 for stegosaurus dna
  3 keep
  2 refuse grey 1 dna
  1 keep
  5 buy 5 black 3
  4 keep
  4 end turn
  3 keep
  2 keep
  1 refuse brontosaurus dna
  5 keep
  4 refuse black 3
  4 end turn
  3 refuse t-rex
  2 keep
  1 refuse black 2 dna
  5 refuse brontosaurus dna
  4 refuse pterodactyl
  4 end turn
  3 keep
  2 keep
  2 buy 1
  1 keep
  5 keep
  4 keep
  3 refuse brontosaurus dna
  2 refuse pentaceratops dna
  1 keep
  5 refuse egg pterodactyl
  4 keep
  3 keep
  2 refuse brontosaurus dna
  1 refuse stegosaurus dna
  5 keep
  4 refuse egg pterodactyl
  3 keep
  2 refuse black 3
  1 keep
  5 refuse egg t-rex
  4 refuse brontosaurus dna
  3 keep
  2 keep
  1 keep
  5 refuse stegosaurus
  4 refuse brontosaurus
  3 refuse pentaceratops
  2 refuse t-rex
  1 keep
  5 refuse brontosaurus dna
  4 refuse egg brontosaurus
  3 keep
  2 refuse pentaceratops dna
  1 keep
  5 keep
result: over
  scores: 17 -7 4 -4 -6
  winners: 1
seal: sha256:283128073ba40c772a6cecfdd411484e81310b578799f71dbaae201a43ec7c8f
