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
  play_on: on
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  seat 1: triceratops, removed none
  seat 2: pteranodon, removed none
  seat 3: diplodocus, removed none
  bone: seat 2
moves:
  2 lake s
  1 lake w
  3 volcano sw
  1 volcano se
  2 move nw
  3 panic nw
  1 rest
  2 drive n
  1 drive ne
  2 rex nw
  3 rex nw
  1 rex sw
  3 move s
  1 move s
  2 move e
  3 rex n
  1 rex n
  2 rex ne
  1 move e
  2 panic se
  3 move nw
  1 drive s
  3 drive ne
  1 rex sw
  2 rex e
  3 rex sw
  2 move nw
  3 move n
  1 move se
  2 rex nw
  3 rex w
  1 rex n
  3 move n
  1 move se
  2 rest
  3 rex w
  1 rex nw
  2 rex se
  1 move se
  2 move sw
  3 move nw
  1 rex w
  2 rex nw
  3 rex s
  2 move nw
  3 panic se
  1 panic ne
  2 drive s
  1 drive se
  2 drive se
  3 drive e
  2 rex se
  3 rex ne
  1 rex e
  3 move e
  1 move nw
  2 move w
  3 rex sw
  1 rex e
  2 rex se
  1 move e
  2 rest
  3 panic sw
  1 drive s
  2 drive e
  1 rex nw
  2 rex se
  3 rex ne
result: over
  scores: 4 5 3
  winners: 2
seal: sha256:92e2f3daef0ee72747c642e55fb8c394a285888185c46eb5964411f840797ba8
