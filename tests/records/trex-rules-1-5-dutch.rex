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
seats: 5
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
  seat 5: seat 5
deal:
  seat 1: blue 12, green 4, green 14, blue 7, chamaelosaurus, shower, red 15, blue 2, red 10, brown 8, yellow 6, brown 13, yellow 1, yellow 11, green 9, red 5, brown 3
  seat 2: blue 12, red 10, shower, brown 8, blue 2, green 9, yellow 11, chamaelosaurus, yellow 1, green 14, green 4, brown 3, red 15, brown 13, yellow 6, red 5, blue 7
  seat 3: brown 8, blue 12, yellow 1, brown 13, red 5, red 10, green 14, blue 2, shower, brown 3, green 4, chamaelosaurus, red 15, green 9, blue 7, yellow 11, yellow 6
  seat 4: yellow 11, green 9, shower, yellow 6, red 5, brown 8, green 4, blue 7, brown 3, blue 12, chamaelosaurus, red 10, red 15, brown 13, green 14, blue 2, yellow 1
  seat 5: red 10, blue 7, brown 3, brown 8, yellow 1, brown 13, shower, blue 12, green 14, green 9, yellow 11, red 15, yellow 6, chamaelosaurus, red 5, blue 2, green 4
  left eggs: yellow, green, brown, red, yellow, blue, brown, green, blue, green, brown, blue, green, yellow, brown
  right eggs: green, yellow, red, blue, red, yellow, red, blue, brown, yellow, red, red, green, blue, brown
  strongest: yellow
  weakest: green
  first: seat 2
moves:
  2 play yellow 11
  3 play red 10
  4 play brown 8
  5 play brown 13
  1 play shower
  2 play brown 8
  3 play blue 12
  4 play green 9
  5 play yellow 1
  1 play blue 12
  5 take yellow
  1 take green
  5 lose stock
  1 lose shower
  1 lose stock
  3 lose stock
  2 lose stock
  4 lose top
  4 keep colours
  4 play blue 12
  5 play brown 3
  1 play green 4
  2 play red 10
  3 play blue 2
  4 play red 10
  5 play blue 12
  5 take yellow
  4 take green
  5 lose top
  4 lose stock
  2 lose top
  3 lose stock
  1 lose stock
  1 strongest brown
  1 play chamaelosaurus
  2 play blue 2
  3 play yellow 1
  4 play brown 3
  5 play yellow 11
  1 play brown 13
  2 play green 14
  3 play red 5
  4 play green 4
  5 play red 10
  1 play red 15
  1 take red
  5 take brown
  1 lose top
  5 lose top
  3 lose stock
  2 lose top
  4 lose stock
  4 weakest yellow
  4 play chamaelosaurus
  5 play blue 7
  1 play blue 7
  2 play brown 3
  3 play green 4
  4 play yellow 11
  5 play shower
  1 play red 10
  2 play blue 12
  3 play shower
  4 play red 5
  5 play yellow 6
  1 play yellow 6
  2 play chamaelosaurus
  3 play red 10
  2 take blue
  3 take red
  2 lose stock
  3 lose shower
  3 lose stock
  4 lose stock
  1 lose stock
  5 lose shower
  5 lose top
  5 keep colours
  5 play red 15
  1 play brown 3
  2 play green 9
  3 play brown 13
  4 play blue 7
  5 play red 5
  1 play green 14
  2 play red 5
  3 play brown 8
  3 take red
  1 take yellow
  3 lose top
  1 lose top
  4 lose stock
  2 lose top
  5 lose stock
  5 strongest green
  5 play green 9
  1 play green 9
  2 play blue 7
  3 play brown 3
  4 play yellow 1
  5 play blue 2
  1 play red 5
  2 take blue
  1 take yellow
  2 lose top
  1 lose top
  3 lose top
  5 lose stock
  4 lose stock
  4 strongest brown
  4 play red 15
  5 play brown 13
  1 play chamaelosaurus
  2 play red 15
  3 play green 14
  4 play blue 2
  5 play chamaelosaurus
  5 take brown
  2 take red
  5 lose stock
  2 lose top
  3 lose top
  4 lose top
  1 lose stock
  1 strongest green
  1 play yellow 11
  2 play brown 13
  3 play blue 7
  4 play shower
  5 flip
  1 play blue 12
  2 play yellow 1
  3 play brown 13
  4 play brown 3
  3 take blue
  1 take green
  3 lose top
  1 lose top
  4 lose shower
  4 lose stock
  5 lose top
  2 lose stock
  2 strongest red
  2 play shower
  3 play red 10
  4 play yellow 6
  5 flip
  1 play blue 2
  2 play yellow 6
  3 take blue
  5 take brown
  3 lose top
  5 lose top
  1 lose top
  2 lose shower
  2 lose stock
  4 lose stock
  4 keep colours
  4 play blue 7
  5 play brown 8
  1 play blue 7
  2 play blue 12
  3 play blue 2
  4 play yellow 1
  5 play red 15
  1 play yellow 6
  5 take green
  2 take yellow
  5 lose top
  2 lose top
  3 lose top
  1 lose stock
  4 lose top
  4 weakest brown
  4 play brown 3
  5 play green 9
  1 play green 9
  2 play brown 13
  3 play blue 12
  4 play yellow 11
  5 play red 5
  1 play brown 3
  2 play chamaelosaurus
  3 play red 5
  4 play brown 13
  5 play blue 2
  1 flip
  2 play blue 2
  3 play blue 7
  1 take red
  3 take brown
  1 lose stock
  3 lose top
  2 lose top
  5 lose stock
  4 lose stock
  4 weakest blue
  4 play chamaelosaurus
  5 flip
  1 flip
  2 play brown 8
  3 play red 15
  4 flip
  5 play blue 2
  1 play red 10
  2 play chamaelosaurus
  3 play blue 12
  4 flip
  5 play green 9
  1 play brown 3
  2 play brown 13
  3 play red 5
  4 flip
  5 play red 5
  1 play green 9
  2 play yellow 6
  3 play green 4
  4 flip
  5 play brown 13
  5 take blue
  4 take red
  5 lose top
  4 lose top
  1 lose top
  2 lose top
  3 lose top
result: over
  scores: 12 6 9 2 15
  winners: 5
seal: sha256:2eec68969014768a0b46d82a76398d46e71a7cf69b2a30c08191c96174fbec20
