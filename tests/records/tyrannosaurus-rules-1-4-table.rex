rexarium record 1
game: tyrannosaurus
rules: 1
edition: standard
  title: Tyrannosaurus Rex, 1993, partly rebuilt
  digest: sha256:d347a42acac64ac7
  triceratops: e5, 4 trees, 7 movement, 1 rest, 1 panic
  pteranodon: a5, 2 trees, 6 movement, 2 rest, 1 panic
  diplodocus: e1, 2 trees, 6 movement, 0 rest, 3 panic
  stegosaurus: a1, 4 trees, 5 movement, 3 rest, 1 panic
  lake: e1
  volcano: a5
rulings:
  directions: 8
  pair: stegosaurus-triceratops
  play_on: off
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: pteranodon, removed movement
  seat 2: triceratops, removed movement
  seat 3: stegosaurus, removed panic
  seat 4: diplodocus, removed panic
  bone: seat 4
moves:
  1 lake n
  2 lake ne
  3 lake n
  4 volcano w
  2 volcano w
  3 volcano s
  4 move e
  1 move sw
  2 panic se
  3 move w
  4 drive n
  1 drive se
  3 drive w
  4 rex ne
  1 rex w
  2 rex n
  3 rex w
  1 panic w
  2 move n
  3 move w
  4 move n
  2 drive nw
  3 drive ne
  4 drive e
  1 rex nw
  2 rex s
  3 rex sw
  4 rex sw
  2 move ne
  3 move n
  4 panic nw
  1 move n
  2 drive n
  3 drive ne
  1 drive s
  2 rex sw
  3 rex ne
  4 rex e
  1 rex w
  3 move s
  4 panic ne
  1 move w
  2 move w
  3 drive s
  1 drive sw
  2 drive nw
  3 rex s
  4 rex e
  1 rex w
  2 rex e
  4 move nw
  1 move w
  2 move w
  3 move w
  4 rex sw
  1 rex se
  2 rex s
  3 rex nw
  1 move se
  2 move se
  3 rest
  4 move se
  1 rex se
  2 rex w
  3 rex e
  4 rex se
  2 move se
  3 rest
  4 move nw
  1 rest
  2 rex sw
  3 rex ne
  4 rex e
  1 rex se
  3 rest
  4 move se
  1 rest
  2 rest
  3 rex ne
  4 rex w
  1 rex ne
  2 rex e
result: over
  scores: 3 7 5 4
  winners: 2
seal: sha256:fc05a5105f26646e985712a14ddbfcc9c96fb3afdbcc6d27664f9681439f2c76
