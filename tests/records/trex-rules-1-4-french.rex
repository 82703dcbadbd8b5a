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
  flip_with_one: off
  shower_is_extra_loss: off
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: brown 13, green 9, green 4, yellow 6, yellow 11, blue 12, blue 7, red 15, blue 2, green 14, yellow 1, red 5, shower, brown 3, chamaelosaurus, brown 8, red 10
  seat 2: chamaelosaurus, green 9, red 15, brown 3, blue 12, shower, green 14, yellow 11, blue 7, brown 8, yellow 1, brown 13, yellow 6, red 5, green 4, red 10, blue 2
  seat 3: green 14, brown 3, yellow 11, blue 7, yellow 1, yellow 6, chamaelosaurus, red 10, green 4, blue 2, brown 8, brown 13, shower, green 9, red 5, blue 12, red 15
  seat 4: brown 8, brown 3, brown 13, yellow 1, red 15, red 5, chamaelosaurus, green 9, red 10, blue 12, blue 7, green 14, yellow 6, blue 2, shower, yellow 11, green 4
  left eggs: brown, brown, green, red, yellow, red, blue, red, green, red, yellow, yellow, brown, green, blue
  right eggs: green, yellow, blue, blue, yellow, brown, yellow, red, blue, red, green, brown, blue, brown, green
  strongest: brown
  weakest: green
  first: seat 1
moves:
  1 play green 4
  2 play green 14
  3 play yellow 1
  4 play red 15
  1 play blue 12
  2 play red 15
  3 play yellow 6
  4 play brown 8
  1 play yellow 1
  2 play blue 12
  3 play blue 7
  4 play blue 12
  1 play yellow 6
  2 play brown 3
  3 play brown 3
  4 play chamaelosaurus
  1 play yellow 11
  2 play chamaelosaurus
  3 play yellow 11
  2 take brown
  4 take green
  2 lose top
  4 lose top
  3 lose top
  1 lose stock
  1 strongest yellow
  1 play brown 13
  2 play shower
  3 play red 10
  4 play blue 7
  1 play brown 3
  2 play brown 8
  3 take brown
  2 take yellow
  3 lose stock
  2 lose shower
  4 lose stock
  1 lose top
  1 keep colours
  1 play red 15
  2 play brown 13
  3 play green 14
  4 play brown 13
  1 play blue 7
  2 play green 9
  3 play blue 2
  4 play green 14
  1 take blue
  3 take green
  1 lose stock
  3 lose stock
  4 lose top
  2 lose top
  2 strongest brown
  2 play yellow 6
  3 play green 9
  4 play yellow 6
  1 play blue 2
  2 play yellow 1
  3 play brown 8
  3 take red
  4 take blue
  3 lose stock
  4 lose top
  1 lose stock
  2 lose top
  2 strongest red
  2 play blue 7
  3 play red 15
  4 play shower
  1 play green 14
  2 play green 4
  3 play red 5
  4 play yellow 11
  3 take yellow
  4 take yellow
  3 lose top
  4 lose shower
  1 lose top
  2 lose top
  2 strongest blue
  2 play red 5
  3 play yellow 6
  4 play green 4
  1 play red 5
  2 play red 10
  3 play brown 13
  4 play yellow 1
  1 play yellow 1
  2 play green 14
  3 play brown 3
  3 take red
  1 take brown
  3 lose top
  1 lose top
  4 lose stock
  2 lose stock
  2 keep colours
  2 play brown 3
  3 play green 4
  4 play brown 3
  1 play shower
  2 play blue 2
  3 play red 10
  4 play red 5
  1 play green 4
  2 take blue
  3 take yellow
  2 lose stock
  3 lose stock
  4 lose top
  1 lose shower
  1 strongest yellow
  1 play green 9
  2 play brown 8
  3 play blue 2
  4 play red 15
  1 play yellow 6
  1 take red
  4 take red
  1 lose stock
  4 lose top
  2 lose stock
  3 lose top
  3 keep colours
  3 play green 9
  4 play green 9
  1 play brown 13
  2 play yellow 11
  3 play chamaelosaurus
  4 play brown 8
  1 play yellow 11
  2 play yellow 6
  3 play red 15
  4 play yellow 1
  1 play red 15
  2 take green
  4 take blue
  2 lose top
  4 lose top
  1 lose stock
  3 lose stock
  3 strongest brown
  3 play brown 13
  4 play blue 12
  1 play brown 8
  2 play red 15
  3 play yellow 1
  1 take red
  2 take red
  1 lose top
  2 lose top
  4 lose top
  3 lose top
  3 strongest yellow
  3 play green 14
  4 play yellow 11
  1 play yellow 6
  2 play red 10
  3 play green 9
  4 play brown 8
  1 take green
  2 take yellow
  1 lose top
  2 lose top
  4 lose top
  3 lose top
  3 weakest brown
  3 play chamaelosaurus
  4 play green 4
  1 play brown 13
  2 play blue 12
  3 play green 4
  4 play brown 13
  1 play green 9
  2 play red 5
  3 play brown 13
  4 play green 9
  1 play red 15
  2 play green 14
  3 play red 15
  4 play yellow 11
  1 play blue 7
  2 play blue 2
  3 play brown 8
  4 play brown 3
  1 take yellow
  2 take brown
  1 lose top
  2 lose top
  3 lose top
  4 lose top
result: over
  scores: 8 11 10 7
  winners: 2
seal: sha256:308516f86fe9b622e764cf92b91282317503d275c196a793c1ec84731630d5f5
