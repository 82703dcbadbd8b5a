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
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  seat 1: blue 12, red 5, blue 7, chamaelosaurus, yellow 6, red 15, green 14, red 10, shower, blue 2, yellow 11, yellow 1, brown 13, green 9, brown 8, green 4, brown 3
  seat 2: green 9, blue 12, blue 2, yellow 11, yellow 6, red 5, yellow 1, blue 7, green 4, green 14, brown 13, brown 8, red 10, shower, brown 3, chamaelosaurus, red 15
  left eggs: green, blue, red, yellow, red, yellow, yellow, green, blue, red, blue, brown, red, yellow, green
  right eggs: blue, red, green, yellow, brown, blue, yellow, red, brown, green, brown, brown, green, blue, brown
  strongest: blue
  weakest: yellow
  first: seat 1
moves:
  1 play red 5
  2 play yellow 6
  1 play yellow 6
  1 take green
  2 take blue
  1 lose stock
  2 lose top
  2 weakest brown
  2 play yellow 1
  1 play red 15
  2 play blue 7
  1 play chamaelosaurus
  2 play green 4
  1 take blue
  2 take red
  1 lose stock
  2 lose stock
  2 weakest red
  2 play yellow 11
  1 play yellow 11
  2 play blue 12
  1 play red 10
  2 take green
  1 take red
  2 lose stock
  1 lose top
  1 weakest yellow
  1 play shower
  2 play brown 8
  1 play blue 12
  1 take yellow
  2 take yellow
  1 lose shower
  2 lose top
  2 keep colours
  2 play brown 3
  1 play green 9
  2 play red 5
  1 play green 14
  1 take red
  2 take brown
  1 lose stock
  2 lose stock
  2 strongest red
  2 play green 14
  1 play brown 3
  2 play shower
  1 play green 4
  2 play yellow 11
  1 take blue
  2 take yellow
  1 lose top
  2 lose shower
  2 strongest brown
  2 play blue 7
  1 play brown 13
  2 play green 9
  1 play yellow 6
  2 take yellow
  1 take yellow
  2 lose stock
  1 lose stock
  1 weakest red
  1 play blue 7
  2 play red 15
  1 play brown 8
  1 take green
  2 take red
  1 lose stock
  2 lose stock
  2 weakest green
  2 play yellow 1
  1 play green 14
  2 play green 14
  1 play brown 3
  2 play yellow 11
  1 play yellow 11
  1 take blue
  2 take brown
  1 lose top
  2 lose top
  2 strongest red
  2 play brown 3
  1 play green 9
  2 play blue 2
  2 take green
  1 take red
  2 lose top
  1 lose top
  1 weakest brown
  1 play yellow 6
  2 play brown 13
  1 play red 15
  2 play blue 7
  1 play brown 8
  2 flip
  1 play green 14
  2 flip
  2 take blue
  1 take brown
  2 lose top
  1 lose top
  1 strongest yellow
  1 play blue 7
  2 play yellow 1
  1 play brown 3
  2 take brown
  1 take brown
  2 lose stock
  1 lose stock
result: over
  scores: 30 30
  winners: 2
seal: sha256:01e80d181a1d8e4576e78904766a51fd4ff624c90ec181207b4f28983fdfe0ca
