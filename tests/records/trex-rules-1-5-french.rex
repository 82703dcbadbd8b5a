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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  seat 1: green 9, yellow 6, chamaelosaurus, green 4, brown 13, brown 3, red 15, blue 7, red 10, yellow 1, blue 12, red 5, yellow 11, brown 8, shower, green 14, blue 2
  seat 2: brown 8, shower, blue 12, yellow 11, chamaelosaurus, red 15, blue 7, red 5, yellow 6, blue 2, red 10, yellow 1, green 14, brown 3, brown 13, green 4, green 9
  seat 3: brown 3, green 9, yellow 6, shower, yellow 1, green 4, green 14, red 15, blue 2, chamaelosaurus, brown 13, brown 8, red 5, yellow 11, blue 7, red 10, blue 12
  seat 4: brown 13, yellow 1, chamaelosaurus, blue 2, green 4, red 15, brown 8, shower, green 14, blue 7, red 10, brown 3, blue 12, yellow 11, red 5, green 9, yellow 6
  seat 5: blue 7, yellow 6, brown 13, red 15, brown 3, green 9, blue 2, yellow 1, chamaelosaurus, blue 12, red 5, red 10, brown 8, shower, green 14, green 4, yellow 11
  left eggs: red, blue, red, red, yellow, green, brown, green, green, yellow, red, brown, brown, green, green
  right eggs: blue, brown, yellow, blue, brown, yellow, blue, blue, blue, yellow, red, red, yellow, brown, green
  strongest: green
  weakest: blue
  first: seat 1
moves:
  1 play brown 3
  2 play blue 12
  3 play yellow 1
  4 play red 15
  5 play green 9
  1 play brown 13
  2 play blue 7
  3 play green 9
  4 play yellow 1
  5 play brown 13
  1 play green 9
  2 play chamaelosaurus
  3 play green 4
  4 play green 4
  5 play brown 3
  1 play chamaelosaurus
  1 take red
  4 take blue
  1 lose stock
  4 lose top
  3 lose stock
  5 lose top
  2 lose top
  2 strongest red
  2 play yellow 11
  3 play blue 2
  4 play brown 13
  5 play red 15
  1 play yellow 6
  2 play brown 8
  3 play yellow 6
  4 play red 10
  5 take brown
  4 take blue
  5 lose stock
  4 lose top
  2 lose stock
  3 lose top
  1 lose stock
  1 weakest green
  1 play red 15
  2 play red 15
  3 play chamaelosaurus
  4 play brown 8
  5 play yellow 6
  1 play yellow 1
  2 play shower
  3 play red 5
  4 play blue 12
  5 play blue 12
  1 play red 10
  2 play brown 3
  1 take yellow
  3 take red
  1 lose top
  3 lose stock
  5 lose top
  4 lose top
  2 lose shower
  2 weakest yellow
  2 play yellow 6
  3 play red 15
  4 play red 15
  5 play yellow 1
  1 play shower
  2 play yellow 1
  3 play red 10
  4 play yellow 11
  5 play red 10
  1 play yellow 11
  5 take red
  3 take blue
  5 lose stock
  3 lose stock
  1 lose shower
  4 lose stock
  2 lose top
  2 weakest blue
  2 play red 5
  3 play brown 3
  4 play blue 2
  5 play red 5
  1 play red 5
  2 play green 9
  3 play yellow 11
  4 play red 5
  5 play brown 8
  1 play green 4
  2 play blue 2
  3 play green 14
  4 play yellow 6
  3 take brown
  5 take yellow
  3 lose top
  5 lose top
  4 lose top
  1 lose stock
  2 lose stock
  2 strongest brown
  2 play red 10
  3 play yellow 1
  4 play shower
  5 play green 4
  1 play brown 8
  2 play green 4
  3 play blue 2
  4 play chamaelosaurus
  1 take green
  2 take yellow
  1 lose stock
  2 lose top
  5 lose top
  3 lose top
  4 lose shower
  4 strongest green
  4 play blue 7
  5 play shower
  1 play blue 2
  2 play red 15
  3 play chamaelosaurus
  4 play yellow 11
  5 play yellow 6
  2 take brown
  4 take blue
  2 lose stock
  4 lose top
  5 lose shower
  1 lose stock
  3 lose top
  3 keep colours
  3 play green 4
  4 play green 9
  5 play red 5
  1 play chamaelosaurus
  2 play brown 3
  3 play shower
  4 play green 14
  5 play brown 13
  1 play green 14
  2 play brown 8
  3 play blue 12
  1 take green
  4 take blue
  1 lose stock
  4 lose stock
  5 lose stock
  2 lose stock
  3 lose shower
  3 weakest red
  3 play brown 8
  4 play blue 2
  5 play blue 2
  1 play brown 13
  2 play red 10
  3 play yellow 1
  4 play red 15
  5 play green 14
  1 play green 9
  2 play green 9
  3 play red 10
  4 play brown 3
  5 play red 10
  1 play red 15
  2 play yellow 6
  2 take blue
  4 take green
  2 lose top
  4 lose stock
  1 lose stock
  5 lose top
  3 lose top
  3 weakest blue
  3 play red 5
  4 play chamaelosaurus
  5 play green 9
  1 play green 4
  2 play brown 8
  3 play yellow 11
  4 play brown 8
  5 play red 15
  1 take yellow
  5 take yellow
  1 lose stock
  5 lose top
  3 lose top
  4 lose top
  2 lose top
  2 strongest yellow
  2 play blue 12
  3 play brown 3
  4 play blue 7
  5 play red 5
  1 play yellow 11
  2 play brown 3
  3 play red 15
  4 play blue 2
  5 play blue 2
  1 play chamaelosaurus
  1 take red
  3 take red
  1 lose top
  3 lose top
  2 lose top
  5 lose stock
  4 lose top
  4 strongest green
  4 play green 14
  5 play yellow 1
  1 play blue 2
  2 play brown 13
  3 play brown 8
  4 play yellow 1
  5 play blue 7
  1 play brown 13
  2 play yellow 11
  3 play yellow 1
  4 play red 15
  5 play green 14
  1 flip
  2 play red 10
  3 play red 5
  4 play chamaelosaurus
  5 play blue 2
  1 flip
  1 take brown
  4 take red
  1 lose top
  4 lose top
  2 lose top
  3 lose top
  5 lose top
result: over
  scores: 13 3 6 18 6
  winners: 4
seal: sha256:556d61deef3f81334e1fd7803a6bf4c42d734e1d430dde351b9a6c793d26745f
