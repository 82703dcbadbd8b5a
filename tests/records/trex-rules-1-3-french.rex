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
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  seat 1: chamaelosaurus, blue 2, yellow 11, red 5, green 9, red 15, yellow 6, blue 7, blue 12, brown 8, shower, brown 13, green 4, red 10, brown 3, yellow 1, green 14
  seat 2: brown 8, red 15, red 10, chamaelosaurus, shower, yellow 11, yellow 1, blue 7, brown 3, yellow 6, brown 13, green 9, green 14, blue 12, blue 2, red 5, green 4
  seat 3: red 15, chamaelosaurus, shower, brown 13, red 10, green 9, blue 2, red 5, blue 12, blue 7, yellow 11, green 4, green 14, brown 3, yellow 1, brown 8, yellow 6
  left eggs: yellow, red, green, yellow, red, brown, yellow, blue, blue, blue, red, green, brown, red, red
  right eggs: green, blue, yellow, red, brown, brown, blue, yellow, yellow, green, brown, green, green, brown, blue
  strongest: red
  weakest: brown
  first: seat 2
moves:
  2 play yellow 1
  3 play brown 13
  1 play blue 2
  2 play chamaelosaurus
  3 play chamaelosaurus
  1 take green
  2 take yellow
  1 lose top
  2 lose top
  3 lose stock
  3 weakest yellow
  3 play red 15
  1 play yellow 6
  2 play blue 7
  3 play green 9
  1 play chamaelosaurus
  2 play yellow 11
  3 play shower
  1 play yellow 11
  2 play red 10
  3 play red 10
  3 take blue
  2 take red
  3 lose shower
  2 lose stock
  1 lose top
  1 weakest blue
  1 play red 15
  2 play brown 8
  3 play yellow 11
  1 play blue 7
  2 play blue 12
  3 play blue 12
  3 take yellow
  2 take green
  3 lose top
  2 lose stock
  1 lose top
  1 keep colours
  1 play blue 12
  2 play shower
  3 play green 14
  1 play shower
  2 play red 5
  3 play green 4
  1 play green 4
  2 take red
  1 take yellow
  2 lose shower
  1 lose shower
  3 lose stock
  3 strongest green
  3 play brown 3
  1 play red 5
  2 play yellow 6
  3 play blue 7
  1 play green 9
  2 play yellow 1
  3 play yellow 1
  1 play red 10
  1 take red
  3 take brown
  1 lose stock
  3 lose top
  2 lose stock
  2 strongest yellow
  2 play blue 7
  3 play brown 8
  1 play brown 13
  2 play red 15
  3 play red 15
  1 play yellow 1
  1 take brown
  3 take brown
  1 lose top
  3 lose stock
  2 lose top
  2 weakest brown
  2 play brown 8
  3 play green 9
  1 play brown 3
  2 play red 5
  3 play brown 13
  2 take yellow
  3 take blue
  2 lose top
  3 lose stock
  1 lose top
  1 strongest blue
  1 play chamaelosaurus
  2 play yellow 6
  3 play chamaelosaurus
  1 play green 14
  2 play yellow 1
  3 play blue 2
  1 play red 15
  2 play yellow 11
  3 play red 10
  1 play brown 8
  2 play blue 7
  3 play brown 3
  1 play blue 12
  2 play blue 2
  1 take blue
  2 take yellow
  1 lose top
  2 lose top
  3 lose stock
  3 weakest green
  3 play blue 7
  1 play green 9
  2 play brown 8
  3 play green 4
  2 take blue
  1 take yellow
  2 lose top
  1 lose stock
  3 lose top
  3 keep colours
  3 play red 15
  1 play red 10
  2 play yellow 6
  3 play brown 13
  1 play brown 13
  2 play green 14
  3 play green 9
  1 play green 4
  2 take green
  3 take blue
  2 lose top
  3 lose top
  1 lose top
  1 strongest brown
  1 play red 15
  2 play yellow 1
  3 flip
  1 play red 10
  2 play yellow 11
  3 flip
  1 play brown 8
  2 play green 9
  1 take red
  3 take brown
  1 lose top
  3 lose stock
  2 lose top
  2 keep colours
  2 play brown 3
  3 play red 10
  1 play green 9
  2 play yellow 6
  3 take green
  2 take green
  3 lose top
  2 lose top
  1 lose stock
result: over
  scores: 11 23 20
  winners: 2
seal: sha256:3ecd927d89aefc9cdf9a77894bdeade93b8aba3abec4007e57ccde8815199257
