rexarium record 1
game: trex
rules: 1
edition: changed
  title: a box of our own
  digest: sha256:0187022c19f306fc
  yellow 1: draw 1
  blue 2: comet
  brown 3: draw 1
  green 4: draw 2
  red 5: comet
  yellow 6: draw 2
  blue 7: draw 3
  brown 8: draw 3
  green 9: comet
  red 10: draw 2
  yellow 11: comet
  blue 12: draw 2
  brown 13: comet
  green 14: draw 1
  red 15: comet
  eggs: yellow 2, blue 10, brown 8, green 6, red 4
rulings:
  flip_with_one: on
  shower_is_extra_loss: on
seats: 4
  seat 1: seat 1
  seat 2: seat 2
  seat 3: seat 3
  seat 4: seat 4
deal:
  seat 1: blue 12, blue 7, green 14, green 9, blue 2, shower, brown 13, red 15, green 4, red 10, red 5, chamaelosaurus, brown 3, brown 8, yellow 6, yellow 11, yellow 1
  seat 2: yellow 11, red 15, yellow 6, yellow 1, blue 7, green 4, red 5, brown 13, green 14, brown 3, chamaelosaurus, shower, blue 2, green 9, blue 12, red 10, brown 8
  seat 3: red 15, yellow 11, green 4, brown 13, brown 3, shower, blue 2, yellow 1, brown 8, blue 12, blue 7, yellow 6, chamaelosaurus, green 9, red 10, red 5, green 14
  seat 4: yellow 11, brown 13, brown 3, green 9, green 14, yellow 1, yellow 6, green 4, red 10, blue 2, red 5, red 15, blue 7, blue 12, chamaelosaurus, brown 8, shower
  left eggs: brown, red, blue, yellow, blue, green, blue, red, brown, blue, yellow, brown, blue, green, brown
  right eggs: blue, blue, blue, red, red, green, brown, brown, green, blue, green, brown, green, blue, brown
  strongest: blue
  weakest: green
  first: seat 1
moves:
  1 play brown 13
  2 play yellow 6
  3 play green 4
  4 play green 14
  1 play blue 7
  1 take brown
  2 take blue
  1 lose top
  2 lose top
  4 lose top
  3 lose top
  3 keep colours
  3 play brown 13
  4 play green 4
  1 play green 14
  2 play red 15
  3 play red 15
  4 play green 9
  1 play blue 12
  2 play brown 13
  3 play blue 2
  4 play yellow 6
  1 play brown 3
  2 play yellow 1
  3 play yellow 11
  3 take red
  4 take blue
  3 lose stock
  4 lose stock
  1 lose top
  2 lose stock
  2 strongest yellow
  2 play green 4
  3 play yellow 1
  4 play blue 2
  1 play blue 2
  2 play brown 3
  3 play brown 8
  4 play brown 3
  1 play red 10
  1 take blue
  3 take blue
  1 lose top
  3 lose top
  4 lose top
  2 lose top
  2 weakest red
  2 play shower
  3 play chamaelosaurus
  4 play yellow 1
  1 play yellow 11
  2 play yellow 11
  2 take red
  1 take yellow
  2 lose shower
  2 lose top
  1 lose stock
  4 lose stock
  3 lose stock
  3 strongest blue
  3 play shower
  4 play red 15
  1 play shower
  2 play red 5
  3 play blue 7
  4 play chamaelosaurus
  1 play brown 8
  3 take blue
  1 take red
  3 lose shower
  3 lose stock
  1 lose shower
  1 lose top
  4 lose stock
  2 lose stock
  2 strongest brown
  2 play green 9
  3 play yellow 6
  4 play red 5
  1 play brown 13
  2 play blue 2
  3 play brown 13
  4 play blue 12
  1 play green 14
  2 play green 14
  3 play green 9
  2 take green
  1 take green
  2 lose top
  1 lose stock
  4 lose stock
  3 lose stock
  3 weakest green
  3 play yellow 11
  4 play green 9
  1 play red 5
  2 play blue 7
  3 play brown 3
  3 take blue
  2 take brown
  3 lose stock
  2 lose top
  1 lose stock
  4 lose top
  4 weakest blue
  4 play red 10
  1 play green 4
  2 play red 10
  3 play chamaelosaurus
  4 play yellow 1
  1 play yellow 6
  2 play green 4
  3 play red 5
  4 play blue 2
  1 play green 14
  2 play red 15
  3 play blue 2
  4 play green 4
  1 play red 5
  2 play brown 13
  3 play green 14
  4 play red 5
  1 play blue 12
  2 play green 9
  3 take brown
  2 take red
  3 lose stock
  2 lose top
  4 lose top
  1 lose top
  1 strongest yellow
  1 play red 15
  2 play brown 8
  3 play yellow 6
  4 play brown 13
  1 play green 9
  3 take brown
  4 take green
  3 lose stock
  4 lose stock
  1 lose stock
  2 lose top
  2 weakest green
  2 play red 10
  3 play green 9
  4 play red 15
  1 play blue 2
  2 play yellow 1
  3 flip
  4 play chamaelosaurus
  2 take blue
  4 take blue
  2 lose top
  4 lose stock
  1 lose top
  3 lose stock
  3 weakest blue
  3 play yellow 11
  4 flip
  1 flip
  2 play red 15
  3 flip
  1 take green
  4 take yellow
  1 lose stock
  4 lose top
  2 lose stock
  3 lose stock
  3 weakest green
  3 flip
  4 play yellow 11
  1 play chamaelosaurus
  2 play green 4
  3 play green 9
  4 play blue 2
  4 take brown
  3 take brown
  4 lose top
  3 lose stock
  2 lose top
  1 lose stock
result: over
  scores: 8 10 19 7
  winners: 3
seal: sha256:3d80d464d52f80cf88ac1685e1a65029c9b2cf0cf481d3a133f13154cab7ac45
