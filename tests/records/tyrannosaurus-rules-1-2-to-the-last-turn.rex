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
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  seat 1: stegosaurus, removed movement
  seat 2: triceratops, removed movement
  bone: seat 1
moves:
  1 lake w
  2 lake s
  1 volcano se
  2 volcano sw
  1 rest
  2 move nw
  1 rex ne
  2 rex nw
  2 panic nw
  1 move n
  1 drive nw
  1 panic se
  2 move e
  2 drive ne
  1 rex n
  2 rex e
  2 move ne
  1 move n
  1 move ne
  2 move se
  1 rex sw
  2 rex s
  2 move e
  1 move sw
  2 rex e
  1 rex sw
  1 rest
  2 move nw
  1 rex n
  2 rex ne
  2 rest
  1 rest
  2 rex nw
  1 rex ne
result: over
  scores: 6 6
  winners: 1 2
seal: sha256:907fc08659ab96b8e6e25397f51bf554f758da8de45f1ce63fb6d174c596da72
