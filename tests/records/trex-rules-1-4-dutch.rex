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
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: green 4, blue 12, green 14, yellow 11, chamaelosaurus, shower, brown 3, red 15, red 5, red 10, blue 7, yellow 6, brown 13, blue 2, green 9, yellow 1, brown 8
  seat 2: green 4, brown 3, red 10, blue 12, green 14, red 5, yellow 11, yellow 1, blue 2, green 9, red 15, shower, chamaelosaurus, brown 13, brown 8, yellow 6, blue 7
  seat 3: red 10, yellow 6, shower, brown 3, green 4, blue 12, chamaelosaurus, red 15, yellow 1, red 5, brown 8, green 14, blue 7, brown 13, yellow 11, green 9, blue 2
  seat 4: brown 3, yellow 11, yellow 1, blue 2, green 9, green 14, red 5, blue 12, brown 13, red 10, yellow 6, brown 8, blue 7, chamaelosaurus, red 15, shower, green 4
  left eggs: red, brown, blue, green, green, yellow, yellow, blue, blue, red, green, blue, brown, red, brown
  right eggs: red, brown, blue, red, yellow, yellow, yellow, brown, green, red, green, yellow, brown, blue, green
  strongest: yellow
  weakest: green
  first: seat 3
moves:
  3 play blue 12
  4 play red 5
  1 play blue 12
  2 play blue 12
  3 play shower
  4 play blue 2
  1 play green 14
  2 play red 5
  3 play yellow 1
  3 take red
  2 take red
  3 lose shower
  3 lose stock
  2 lose stock
  4 lose stock
  1 lose stock
  1 weakest brown
  1 play green 4
  2 play green 14
  3 play red 15
  4 play yellow 1
  1 play yellow 6
  2 play green 4
  3 play green 4
  4 play yellow 11
  1 play brown 13
  2 play red 10
  3 play red 10
  4 play brown 3
  3 take brown
  2 take brown
  3 lose stock
  2 lose stock
  1 lose top
  4 lose stock
  4 strongest green
  4 play green 9
  1 play blue 2
  2 play chamaelosaurus
  3 play brown 13
  4 play blue 12
  4 take blue
  1 take blue
  4 lose stock
  1 lose stock
  3 lose stock
  2 lose stock
  2 strongest blue
  2 play blue 2
  3 play green 9
  4 play blue 7
  1 play red 10
  2 play yellow 11
  3 play chamaelosaurus
  4 play brown 8
  2 take green
  1 take red
  2 lose top
  1 lose stock
  3 lose stock
  4 lose top
  4 strongest red
  4 play shower
  1 play green 9
  2 play yellow 1
  3 play yellow 6
  4 play red 15
  4 take green
  1 take yellow
  4 lose shower
  4 lose stock
  1 lose stock
  3 lose stock
  2 lose stock
  2 weakest blue
  2 play brown 3
  3 play red 5
  4 play green 14
  1 play red 15
  2 play brown 8
  3 play yellow 11
  1 take yellow
  4 take yellow
  1 lose top
  4 lose stock
  3 lose top
  2 lose stock
  2 weakest yellow
  2 play red 10
  3 play green 4
  4 play green 4
  1 play blue 12
  2 play yellow 1
  3 play red 15
  4 play brown 3
  1 play yellow 11
  2 play blue 12
  3 play green 9
  4 play yellow 1
  1 play blue 2
  2 play brown 3
  3 play blue 7
  3 take yellow
  2 take yellow
  3 lose top
  2 lose top
  1 lose top
  4 lose stock
  4 weakest brown
  4 play green 9
  1 play chamaelosaurus
  2 play brown 13
  3 play chamaelosaurus
  4 play blue 12
  4 take brown
  2 take blue
  4 lose stock
  2 lose top
  3 lose top
  1 lose stock
  1 strongest blue
  1 play green 14
  2 play brown 8
  3 play green 14
  4 play red 10
  1 play green 9
  2 play red 15
  3 play yellow 6
  4 play red 15
  1 play yellow 11
  2 play chamaelosaurus
  3 play brown 3
  4 play green 9
  1 play yellow 1
  2 take blue
  4 take green
  2 lose top
  4 lose top
  1 lose top
  3 lose stock
  3 strongest green
  3 play brown 13
  4 play brown 3
  1 play shower
  2 play blue 12
  3 play green 4
  4 play green 14
  1 play brown 3
  4 take red
  3 take red
  4 lose top
  3 lose stock
  2 lose top
  1 lose shower
  1 lose top
  1 keep colours
  1 play chamaelosaurus
  2 play shower
  3 play red 5
  4 play yellow 1
  1 play red 10
  2 play red 10
  2 take green
  1 take green
  2 lose shower
  2 lose top
  1 lose stock
  3 lose top
  4 lose top
  4 strongest yellow
  4 play blue 12
  1 play green 14
  2 play red 5
  3 play green 14
  4 play brown 3
  1 play chamaelosaurus
  2 play green 4
  1 take blue
  3 take yellow
  1 lose top
  3 lose stock
  2 lose top
  4 lose top
result: over
  scores: 10 11 9 8
  winners: 2
seal: sha256:d0032995f20ebe253d4825b837b9c9121c7da10f3d9a36bb1fc173c5033e3fdf
