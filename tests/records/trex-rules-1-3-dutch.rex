rexarium record 1
game: trex
rules: 1
edition: standard
  title: T-Rex, 1999, symbols partly rebuilt
  digest: sha256:717de487bcc514fd
  yellow 1: draw 1
  blue 2: draw 1
  brown 3: comet
  green 4: draw 2
  red 5: comet
  yellow 6: draw 2
  blue 7: comet
  brown 8: draw 3
  green 9: comet
  red 10: draw 2
  yellow 11: comet
  blue 12: draw 2
  brown 13: comet
  green 14: draw 1
  red 15: draw 1
  eggs: yellow 6, blue 6, brown 6, green 6, red 6
rulings:
  flip_with_one: on
  shower_is_extra_loss: on
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  seat 1: shower, red 15, red 5, green 4, brown 13, brown 8, green 9, chamaelosaurus, blue 2, yellow 6, brown 3, yellow 11, green 14, yellow 1, blue 7, red 10, blue 12
  seat 2: green 4, blue 2, green 9, red 15, chamaelosaurus, red 10, red 5, blue 12, brown 13, blue 7, brown 8, green 14, brown 3, yellow 1, yellow 6, shower, yellow 11
  seat 3: red 5, blue 7, brown 8, blue 12, yellow 11, green 14, yellow 1, yellow 6, brown 3, brown 13, red 15, green 4, red 10, chamaelosaurus, green 9, shower, blue 2
  left eggs: red, red, blue, blue, red, green, red, blue, yellow, yellow, red, green, red, brown, blue
  right eggs: brown, yellow, brown, green, brown, yellow, brown, yellow, green, green, blue, green, yellow, blue, brown
  strongest: red
  weakest: green
  first: seat 3
moves:
  3 play yellow 11
  1 play green 9
  2 play green 9
  3 play blue 12
  3 take red
  2 take brown
  3 lose stock
  2 lose stock
  1 lose top
  1 weakest yellow
  1 play red 5
  2 play red 5
  3 play yellow 6
  1 play brown 13
  2 play chamaelosaurus
  2 take red
  1 take yellow
  2 lose top
  1 lose stock
  3 lose stock
  3 strongest blue
  3 play brown 3
  1 play brown 8
  2 play blue 2
  3 play brown 8
  2 take brown
  3 take blue
  2 lose stock
  3 lose top
  1 lose stock
  1 weakest brown
  1 play red 15
  2 play red 15
  3 play red 5
  1 play shower
  2 play green 4
  3 play yellow 1
  1 play blue 2
  1 take green
  2 take blue
  1 lose shower
  1 lose top
  2 lose top
  3 lose stock
  3 keep colours
  3 play shower
  1 play green 14
  2 play brown 3
  3 play green 4
  1 take red
  3 take brown
  1 lose stock
  3 lose shower
  3 lose stock
  2 lose top
  2 weakest yellow
  2 play brown 8
  3 play yellow 6
  1 play yellow 6
  2 play shower
  3 play blue 7
  1 play green 4
  2 play green 14
  3 take yellow
  2 take green
  3 lose top
  2 lose shower
  2 lose stock
  1 lose top
  1 strongest brown
  1 play blue 7
  2 play red 10
  3 play green 14
  1 play brown 13
  2 play yellow 6
  3 play yellow 1
  1 play brown 3
  1 take red
  2 take brown
  1 lose top
  2 lose stock
  3 lose top
  3 weakest blue
  3 play red 5
  1 play blue 12
  2 play blue 2
  3 play green 9
  1 play brown 8
  2 play red 5
  3 play green 4
  1 take yellow
  2 take blue
  1 lose top
  2 lose stock
  3 lose top
  3 weakest green
  3 play blue 12
  1 play blue 7
  2 play yellow 1
  3 play red 5
  1 play yellow 1
  3 take yellow
  1 take green
  3 lose top
  1 lose top
  2 lose top
  2 strongest red
  2 play red 15
  3 play red 15
  1 play yellow 6
  2 play yellow 11
  3 play green 9
  1 play red 15
  2 play red 10
  1 take green
  2 take yellow
  1 lose top
  2 lose top
  3 lose top
  3 keep colours
  3 play yellow 6
  1 play brown 13
  2 play red 5
  3 play chamaelosaurus
  1 play blue 7
  2 play brown 8
  2 take red
  1 take blue
  2 lose top
  1 lose stock
  3 lose top
  3 strongest yellow
  3 play red 15
  1 play red 5
  2 play blue 2
  3 play blue 2
  1 play green 14
  3 take green
  2 take green
  3 lose top
  2 lose top
  1 lose stock
result: over
  scores: 18 22 8
  winners: 2
seal: sha256:31fab4da6b3191790951a154bce7c69c879d515d077a5d7d56d456fe37c8edd2
