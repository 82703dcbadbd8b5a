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
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  seat 1: diplodocus, removed none
  seat 2: triceratops, removed none
  seat 3: pteranodon, removed none
  bone: seat 3
moves:
  3 lake ne
  2 lake n
  1 volcano w
  2 volcano n
  3 panic w
  1 panic n
  2 panic s
  1 drive sw
  2 drive ne
  3 drive w
  2 drive e
  3 drive n
  1 drive se
  3 rex w
  1 rex w
  2 rex n
  1 panic sw
  2 move n
  3 move ne
  2 drive sw
  3 drive n
  1 rex nw
  2 rex ne
  3 rex e
  2 move s
  3 move sw
  1 panic nw
  2 drive n
  3 drive sw
  2 rex n
  3 rex nw
  1 rex ne
  3 move ne
  1 move s
  2 move n
  3 rex e
  1 rex w
  2 rex sw
  1 move w
  2 move sw
  3 move e
  1 rex se
  2 rex sw
  3 rex sw
  2 rest
  3 move s
  1 move w
  2 rex s
  3 rex e
  1 rex e
  3 rest
  1 move sw
  2 move sw
  3 rex sw
  1 rex nw
  2 rex sw
  1 move e
  2 move se
  3 move s
  1 rex se
  2 rex e
  3 rex se
  2 move e
  3 rest
  1 move w
  2 rex e
  3 rex w
  1 rex se
result: over
  scores: 5 8 6
  winners: 2
seal: sha256:8500ed59be1ba4decc2b66c9445de98a0851ad71ba72dfa7e8f650f4b50003d0
