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
  seat 1: Anna
  seat 2: Ben
  seat 3: random bot
deal:
  seat 1: pteranodon, removed none
  seat 2: triceratops, removed none
  seat 3: diplodocus, removed none
  bone: seat 1
proof:
  table: tyrannosaurus-rules-1
  commitment: e89dc493bdb14f5c640d3245d0e3c199d7f85d5729ffc658d47a1ac73ec289f2
  host seed: f253a1673e327148365bdaff20a1a5e06ae4948971a05a8795e1b2b2bb0543ea
  share 1: anna:5f0c
  share 2: ben#77aa
  share 3:
moves:
  1 lake se
  2 lake ne
  2 volcano n
  3 volcano w
  1 panic se
  2 panic se
  3 move s
  2 drive n
  3 drive se
  1 drive sw
  3 drive se
  1 rex ne
  2 rex ne
  3 rex w
table:
  at 0: seat 1 said good luck
  at 9: seat 2 took back to 8
  at 14: seat 2 resigned
result: ended
  ended: seat 2 resigned
  winners: 1 3
seal: sha256:b5e5ca3f6e8fba8a874ac1cda13041e7cd2b9de7cf576fa14a7028cdb98e495e
