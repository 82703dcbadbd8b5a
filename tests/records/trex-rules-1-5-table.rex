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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  seat 1: blue 2, red 5, brown 13, green 14, red 10, brown 3, green 9, chamaelosaurus, shower, yellow 6, green 4, brown 8, blue 12, yellow 11, red 15, blue 7, yellow 1
  seat 2: yellow 6, green 4, blue 7, yellow 1, shower, green 14, blue 2, red 5, chamaelosaurus, red 15, brown 8, yellow 11, red 10, brown 3, green 9, blue 12, brown 13
  seat 3: yellow 6, shower, red 5, red 10, blue 12, blue 2, brown 8, blue 7, red 15, brown 3, chamaelosaurus, yellow 11, green 14, green 9, green 4, brown 13, yellow 1
  seat 4: brown 13, blue 2, yellow 11, green 4, green 14, blue 12, shower, red 5, blue 7, red 10, brown 3, yellow 1, green 9, brown 8, yellow 6, chamaelosaurus, red 15
  seat 5: blue 2, green 4, brown 8, yellow 11, brown 3, yellow 1, shower, blue 7, red 10, chamaelosaurus, red 15, green 14, brown 13, red 5, yellow 6, green 9, blue 12
  left eggs: brown, blue, green, red, yellow, blue, blue, yellow, green, blue, brown, red, green, brown, red
  right eggs: green, green, red, red, yellow, green, blue, brown, yellow, blue, brown, yellow, yellow, brown, red
  strongest: blue
  weakest: brown
  first: seat 3
moves:
  3 play red 10
  4 play blue 12
  5 play green 4
  1 play brown 13
  2 play shower
  3 play red 5
  4 play yellow 11
  5 play brown 8
  1 play blue 2
  2 play green 4
  1 take brown
  4 take green
  1 lose stock
  4 lose stock
  3 lose stock
  2 lose shower
  5 lose stock
  5 strongest green
  5 play shower
  1 play green 14
  2 play yellow 1
  3 play yellow 6
  4 play blue 7
  5 play blue 2
  1 take green
  4 take blue
  1 lose top
  4 lose stock
  3 lose top
  5 lose shower
  2 lose top
  2 weakest red
  2 play red 15
  3 play brown 8
  4 play shower
  5 play brown 3
  1 play brown 3
  2 play blue 2
  3 play chamaelosaurus
  4 play brown 13
  4 take red
  3 take green
  4 lose shower
  3 lose stock
  1 lose stock
  5 lose stock
  2 lose stock
  2 strongest blue
  2 play yellow 6
  3 play yellow 11
  4 play blue 2
  5 play yellow 11
  1 play green 9
  2 play chamaelosaurus
  3 play green 4
  4 play green 4
  5 play red 5
  1 take red
  2 take red
  1 lose stock
  2 lose top
  4 lose top
  3 lose stock
  5 lose top
  5 strongest yellow
  5 play red 10
  1 play chamaelosaurus
  2 play green 9
  3 play blue 2
  4 play yellow 1
  5 play blue 12
  1 play yellow 6
  2 play yellow 11
  3 play shower
  4 play green 9
  5 play yellow 1
  1 play red 10
  2 play green 14
  3 play green 14
  5 take yellow
  3 take yellow
  5 lose stock
  3 lose shower
  2 lose top
  4 lose stock
  1 lose top
  1 weakest blue
  1 play yellow 11
  2 play red 5
  3 play brown 8
  4 play yellow 6
  5 play green 9
  1 play red 5
  4 take green
  5 take blue
  4 lose stock
  5 lose top
  3 lose top
  1 lose top
  2 lose top
  2 strongest brown
  2 play brown 3
  3 play chamaelosaurus
  4 play brown 8
  5 play brown 8
  1 play blue 7
  2 play blue 7
  5 take blue
  4 take blue
  5 lose top
  4 lose stock
  2 lose top
  1 lose stock
  3 lose stock
  3 weakest red
  3 play blue 2
  4 play blue 12
  5 play green 4
  1 play blue 12
  2 play blue 12
  3 play blue 7
  4 play green 14
  5 play red 10
  1 play red 15
  2 play green 4
  3 play red 10
  4 take brown
  2 take yellow
  4 lose top
  2 lose stock
  1 lose stock
  3 lose top
  5 lose top
  5 strongest yellow
  5 play yellow 1
  1 play blue 2
  2 play brown 13
  3 play yellow 1
  4 play yellow 6
  5 play red 15
  1 play brown 3
  2 play red 15
  4 take yellow
  3 take green
  4 lose top
  3 lose top
  1 lose stock
  2 lose top
  5 lose top
  5 strongest blue
  5 play blue 7
  1 play chamaelosaurus
  2 play blue 2
  3 play green 4
  4 play blue 2
  5 play chamaelosaurus
  5 take blue
  4 take blue
  5 lose top
  4 lose top
  2 lose stock
  3 lose top
  1 lose top
  1 strongest yellow
  1 flip
  2 play green 9
  3 play chamaelosaurus
  4 play blue 7
  5 play blue 2
  1 play brown 13
  1 take brown
  2 take brown
  1 lose top
  2 lose stock
  4 lose top
  5 lose stock
  3 lose top
  3 weakest brown
  3 play blue 12
  4 play brown 8
  5 play blue 12
  1 flip
  2 play yellow 11
  3 play blue 7
  4 play blue 12
  5 play blue 2
  1 flip
  2 play brown 8
  1 take red
  4 take yellow
  1 lose stock
  4 lose top
  3 lose top
  5 lose top
  2 lose stock
result: over
  scores: 9 3 5 19 10
  winners: 4
seal: sha256:2de164aa93705b29c11d9bf52eddfc9698e070e673b1d8fe49cd1c531717dd9b
