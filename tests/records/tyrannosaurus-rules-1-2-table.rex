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
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  seat 1: stegosaurus, removed panic
  seat 2: triceratops, removed movement
  bone: seat 2
moves:
  2 lake ne
  1 lake n
  2 volcano n
  1 volcano w
  2 panic w
  1 move sw
  1 drive sw
  2 rex ne
  1 rex sw
  1 move se
  2 move w
  1 rex se
  2 rex n
  2 move w
  1 move n
  2 rex ne
  1 rex w
  1 move nw
  2 move n
  1 rex sw
  2 rex n
  2 move ne
  1 rest
  2 rex e
  1 rex nw
  1 move s
  2 move sw
  1 rex n
  2 rex sw
  2 move ne
  1 rest
  2 rex n
  1 rex nw
  1 rest
  2 rest
  1 rex w
  2 rex e
result: over
  scores: 5 8
  winners: 2
seal: sha256:ab613f19ee127d4f6c00c326f97c1b3f77bc3356b5903962b0eeefba7eaf68bd
