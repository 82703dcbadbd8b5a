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
seats: 3
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
deal:
  seat 1: shower, blue 7, brown 13, green 9, brown 8, yellow 1, brown 3, chamaelosaurus, yellow 11, green 4, red 10, red 5, red 15, yellow 6, blue 12, blue 2, green 14
  seat 2: yellow 6, blue 7, red 10, shower, green 9, brown 8, red 5, yellow 11, green 14, red 15, blue 2, yellow 1, chamaelosaurus, brown 13, green 4, blue 12, brown 3
  seat 3: green 9, yellow 6, shower, green 14, brown 3, blue 2, brown 13, blue 7, chamaelosaurus, red 10, red 5, yellow 11, blue 12, brown 8, yellow 1, red 15, green 4
  left eggs: red, red, brown, brown, yellow, brown, green, green, blue, blue, yellow, green, green, brown, blue
  right eggs: red, brown, blue, red, red, red, green, yellow, green, yellow, blue, yellow, blue, yellow, brown
  strongest: brown
  weakest: red
  first: seat 3
moves:
  3 play brown 13
  1 play brown 8
  2 play brown 8
  3 play green 14
  2 take red
  1 take red
  2 lose stock
  1 lose stock
  3 lose top
  3 weakest yellow
  3 play brown 3
  1 play green 9
  2 play yellow 11
  3 play blue 7
  1 take red
  3 take brown
  1 lose stock
  3 lose top
  2 lose stock
  2 weakest red
  2 play red 5
  3 play blue 2
  1 play blue 7
  2 play blue 7
  3 play chamaelosaurus
  1 play brown 13
  2 play red 10
  3 play green 9
  1 play yellow 1
  3 take brown
  1 take blue
  3 lose stock
  1 lose stock
  2 lose top
  2 keep colours
  2 play green 9
  3 play yellow 6
  1 play brown 3
  2 play chamaelosaurus
  3 play shower
  1 play chamaelosaurus
  2 play brown 13
  3 play red 5
  2 take red
  1 take brown
  2 lose stock
  1 lose stock
  3 lose shower
  3 strongest blue
  3 flip
  1 play green 4
  2 play red 15
  3 play brown 8
  1 play shower
  2 play yellow 6
  3 play yellow 11
  1 play blue 2
  1 take yellow
  3 take red
  1 lose shower
  3 lose top
  2 lose top
  2 keep colours
  2 play brown 8
  3 play yellow 1
  1 play yellow 11
  2 play green 14
  3 play brown 13
  1 play brown 8
  2 play brown 3
  3 play green 4
  1 take red
  3 take brown
  1 lose stock
  3 lose stock
  2 lose top
  2 strongest green
  2 play shower
  3 play chamaelosaurus
  1 play green 9
  2 play green 9
  2 take green
  1 take green
  2 lose shower
  1 lose stock
  3 lose top
  3 weakest yellow
  3 play brown 3
  1 play brown 13
  2 play blue 7
  3 play blue 2
  1 play green 14
  1 take yellow
  2 take green
  1 lose top
  2 lose stock
  3 lose top
  3 weakest blue
  3 play yellow 6
  1 play blue 7
  2 play red 5
  3 play red 5
  1 play chamaelosaurus
  2 play yellow 11
  3 play blue 12
  1 play red 15
  2 play blue 12
  1 take green
  2 take blue
  1 lose top
  2 lose stock
  3 lose top
  3 keep colours
  3 play red 15
  1 flip
  2 play brown 13
  3 play brown 8
  1 play green 4
  2 play red 15
  1 take blue
  2 take yellow
  1 lose stock
  2 lose top
  3 lose stock
  3 strongest brown
  3 play green 4
  1 play yellow 11
  2 flip
  3 play red 15
  1 play green 9
  3 take blue
  1 take yellow
  3 lose top
  1 lose top
  2 lose top
  2 strongest yellow
  2 flip
  3 play yellow 1
  1 play brown 8
  2 flip
  3 play green 4
  1 play chamaelosaurus
  2 play green 14
  2 take green
  1 take yellow
  2 lose top
  1 lose stock
  3 lose top
result: over
  scores: 34 15 11
  winners: 1
seal: sha256:268d9a00afe8666f262b1f79eddd0122261bba7790235dd134d80f8d4f56e2cc
