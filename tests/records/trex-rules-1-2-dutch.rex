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
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  seat 1: brown 8, green 9, green 4, blue 12, red 10, shower, yellow 1, red 15, brown 3, chamaelosaurus, green 14, brown 13, red 5, yellow 6, yellow 11, blue 2, blue 7
  seat 2: red 5, green 14, yellow 1, yellow 6, red 15, shower, green 4, red 10, brown 13, blue 7, blue 2, green 9, brown 8, chamaelosaurus, yellow 11, brown 3, blue 12
  left eggs: yellow, green, brown, blue, brown, red, brown, brown, brown, green, yellow, yellow, green, blue, yellow
  right eggs: red, red, red, blue, blue, brown, green, green, yellow, blue, green, red, red, yellow, blue
  strongest: red
  weakest: yellow
  first: seat 2
moves:
  2 play green 14
  1 play green 9
  2 play yellow 6
  1 play blue 12
  1 take red
  2 take yellow
  1 lose stock
  2 lose stock
  2 strongest blue
  2 play blue 7
  1 play brown 3
  2 play red 10
  2 take red
  1 take green
  2 lose stock
  1 lose stock
  1 weakest green
  1 play yellow 1
  2 play shower
  1 play red 15
  2 play yellow 1
  1 take brown
  2 take red
  1 lose top
  2 lose shower
  2 lose stock
  2 weakest yellow
  2 play green 9
  1 play green 4
  2 play yellow 11
  1 take blue
  2 take blue
  1 lose stock
  2 lose top
  2 keep colours
  2 play green 4
  1 play red 5
  2 play red 5
  1 play brown 13
  2 play green 14
  1 play yellow 11
  2 take blue
  1 take brown
  2 lose stock
  1 lose stock
  1 keep colours
  1 play shower
  2 play yellow 6
  1 play yellow 6
  1 take red
  2 take brown
  1 lose shower
  1 lose top
  2 lose stock
  2 strongest green
  2 play red 10
  1 play brown 8
  2 play green 4
  1 play green 9
  2 play red 15
  1 play green 4
  1 take brown
  2 take green
  1 lose top
  2 lose top
  2 strongest red
  2 play brown 13
  1 play red 10
  2 play yellow 1
  1 take brown
  2 take green
  1 lose stock
  2 lose stock
  2 keep colours
  2 play red 10
  1 play yellow 1
  2 play yellow 6
  1 play brown 13
  2 play brown 13
  1 play red 5
  2 play brown 8
  1 play yellow 11
  2 take brown
  1 take yellow
  2 lose top
  1 lose top
  1 weakest blue
  1 play red 10
  2 play red 5
  1 play brown 3
  2 play blue 12
  1 take green
  2 take blue
  1 lose stock
  2 lose top
  2 weakest brown
  2 play yellow 6
  1 play brown 8
  2 play yellow 1
  1 play yellow 1
  2 play red 5
  1 play brown 3
  2 play green 14
  2 take yellow
  1 take green
  2 lose top
  1 lose top
  1 keep colours
  1 play brown 13
  2 play red 10
  1 play blue 12
  2 take yellow
  1 take red
  2 lose stock
  1 lose top
result: over
  scores: 36 30
  winners: 1
seal: sha256:ea7d6f6117421242cd36d00bdc28181f11626c90f4cc0118edd667cc30cfe7a4
