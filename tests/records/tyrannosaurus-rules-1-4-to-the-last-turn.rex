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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: pteranodon, removed movement
  seat 2: stegosaurus, removed movement
  seat 3: diplodocus, removed movement
  seat 4: triceratops, removed movement
  bone: seat 4
moves:
  4 lake s
  1 lake w
  2 lake se
  4 volcano sw
  2 volcano nw
  3 volcano se
  4 panic nw
  1 move se
  2 move n
  3 panic nw
  1 drive sw
  2 drive e
  3 drive nw
  4 drive e
  1 drive ne
  2 drive n
  4 rex se
  1 rex n
  2 rex ne
  3 rex ne
  1 panic e
  2 panic se
  3 panic e
  4 move e
  2 drive sw
  3 drive w
  4 drive e
  1 drive n
  3 drive n
  4 drive ne
  1 drive nw
  2 drive nw
  4 drive w
  1 rex nw
  2 rex ne
  3 rex n
  4 rex w
  2 move sw
  3 move nw
  4 move s
  1 move ne
  2 rex nw
  3 rex sw
  4 rex s
  1 rex w
  3 panic sw
  4 move s
  1 move sw
  2 move s
  4 drive se
  1 drive ne
  2 drive e
  3 rex se
  4 rex e
  1 rex nw
  2 rex sw
  4 move w
  1 move e
  2 move ne
  3 move se
  4 rex sw
  1 rex e
  2 rex s
  3 rex sw
  1 move e
  2 rest
  3 move se
  4 move ne
  1 rex n
  2 rex s
  3 rex sw
  4 rex e
  2 rest
  3 move w
  4 move sw
  1 rest
  2 rex s
  3 rex n
  4 rex n
  1 rex s
  3 move n
  4 rest
  1 rest
  2 rest
  3 rex e
  4 rex ne
  1 rex e
  2 rex n
result: over
  scores: 4 7 5 6
  winners: 2
seal: sha256:33900f01fb3dc3d7fe54840bb2d5d2ce1647cab7a9c85d4f52f18ad546f8678f
