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
  shower_is_extra_loss: off
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: blue 2, brown 8, brown 13, yellow 1, blue 12, chamaelosaurus, red 15, brown 3, green 14, shower, red 5, green 4, yellow 6, red 10, blue 7, yellow 11, green 9
  seat 2: blue 12, blue 7, green 14, shower, chamaelosaurus, green 4, green 9, yellow 11, blue 2, red 10, yellow 6, yellow 1, red 15, brown 13, brown 8, red 5, brown 3
  seat 3: yellow 6, yellow 11, yellow 1, red 10, chamaelosaurus, brown 3, red 5, blue 2, red 15, green 4, green 9, blue 12, blue 7, brown 8, shower, green 14, brown 13
  seat 4: blue 2, green 4, shower, yellow 1, green 9, brown 13, red 5, yellow 6, brown 8, yellow 11, brown 3, red 10, blue 12, green 14, blue 7, red 15, chamaelosaurus
  left eggs: red, brown, blue, yellow, green, red, green, yellow, blue, blue, green, red, green, green, brown
  right eggs: blue, brown, blue, yellow, brown, yellow, yellow, green, brown, red, blue, red, brown, red, yellow
  strongest: brown
  weakest: red
  first: seat 1
moves:
  1 play brown 13
  2 play blue 12
  3 play yellow 6
  4 play brown 13
  1 play chamaelosaurus
  2 play green 4
  3 play red 10
  4 play red 5
  1 take blue
  2 take red
  1 lose top
  2 lose top
  3 lose stock
  4 lose stock
  4 keep colours
  4 play green 9
  1 play blue 12
  2 play yellow 6
  3 play chamaelosaurus
  4 play shower
  1 play yellow 1
  2 play blue 7
  3 play green 4
  4 play yellow 1
  2 take brown
  3 take brown
  2 lose top
  3 lose stock
  4 lose shower
  1 lose stock
  1 weakest yellow
  1 play red 15
  2 play chamaelosaurus
  3 play brown 3
  4 play brown 8
  1 play brown 3
  2 play yellow 1
  3 play yellow 1
  4 play yellow 11
  1 play green 14
  1 take blue
  4 take blue
  1 lose top
  4 lose stock
  3 lose stock
  2 lose stock
  2 keep colours
  2 play green 9
  3 play red 5
  4 play green 4
  1 play blue 2
  2 play brown 13
  3 play green 9
  4 play green 14
  1 play yellow 6
  2 play yellow 11
  4 take yellow
  3 take yellow
  4 lose stock
  3 lose stock
  2 lose top
  1 lose top
  1 keep colours
  1 play brown 8
  2 play blue 2
  3 play brown 8
  4 play red 15
  1 play yellow 11
  2 play red 5
  3 play blue 2
  4 play blue 7
  1 play red 10
  2 play red 15
  3 play chamaelosaurus
  4 play red 10
  2 take brown
  4 take green
  2 lose stock
  4 lose stock
  1 lose top
  3 lose stock
  3 weakest green
  3 play red 10
  4 play brown 3
  1 play shower
  2 play brown 3
  3 play green 9
  4 play green 9
  1 play green 4
  2 take yellow
  4 take red
  2 lose stock
  4 lose top
  3 lose stock
  1 lose shower
  1 weakest blue
  1 play blue 7
  2 play green 14
  3 play brown 3
  4 play blue 2
  1 play yellow 1
  2 play red 10
  3 play red 15
  3 take yellow
  2 take green
  3 lose top
  2 lose top
  1 lose stock
  4 lose stock
  4 strongest green
  4 play brown 13
  1 play green 9
  2 play shower
  3 play yellow 11
  4 play brown 8
  1 play blue 2
  2 play green 9
  2 take yellow
  3 take green
  2 lose shower
  3 lose top
  4 lose stock
  1 lose top
  1 weakest red
  1 play green 4
  2 play yellow 1
  3 play blue 7
  4 play green 14
  1 play red 15
  2 play chamaelosaurus
  3 play red 5
  4 take blue
  2 take brown
  4 lose top
  2 lose top
  1 lose top
  3 lose stock
  3 strongest yellow
  3 play green 4
  4 play red 15
  1 play brown 3
  2 flip
  3 play green 9
  4 play red 10
  1 play blue 12
  2 play red 5
  3 play green 14
  3 take blue
  1 take red
  3 lose top
  1 lose top
  4 lose stock
  2 lose top
  2 strongest brown
  2 play brown 13
  3 play red 10
  4 play red 5
  1 play brown 13
  2 flip
  3 play blue 2
  4 play green 4
  1 play brown 8
  1 take blue
  4 take green
  1 lose top
  4 lose top
  3 lose stock
  2 lose top
  2 strongest blue
  2 play brown 3
  3 play blue 7
  4 play red 15
  1 play green 4
  2 flip
  3 play brown 3
  2 take red
  1 take red
  2 lose stock
  1 lose top
  3 lose top
  4 lose top
result: over
  scores: 13 18 7 10
  winners: 2
seal: sha256:b11ae7748c7944f64e3e110af8c00a0ae33e90a46038b392d4b885e028deda1c
