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
seats: 2
  seat 1: seat 1
  seat 2: seat 2
deal:
  seat 1: red 10, yellow 1, shower, brown 3, green 9, red 5, brown 8, chamaelosaurus, green 14, green 4, brown 13, yellow 11, blue 12, blue 2, blue 7, yellow 6, red 15
  seat 2: shower, yellow 6, green 9, yellow 11, red 10, brown 3, blue 7, chamaelosaurus, red 5, red 15, green 4, blue 12, blue 2, yellow 1, brown 8, brown 13, green 14
  left eggs: brown, brown, yellow, red, brown, green, green, green, yellow, red, green, brown, red, red, blue
  right eggs: green, yellow, blue, yellow, blue, blue, red, brown, brown, blue, yellow, green, red, yellow, blue
  strongest: yellow
  weakest: red
  first: seat 2
moves:
  2 play red 10
  1 play brown 8
  2 play green 9
  1 play chamaelosaurus
  2 play shower
  1 play brown 3
  2 play blue 7
  2 take green
  1 take brown
  2 lose shower
  1 lose top
  1 weakest blue
  1 play green 9
  2 play yellow 6
  1 play shower
  2 play red 15
  1 play red 10
  2 take yellow
  1 take brown
  2 lose stock
  1 lose shower
  1 strongest green
  1 play red 5
  2 play green 4
  1 play yellow 11
  2 play yellow 11
  1 play green 4
  2 play brown 8
  1 take yellow
  2 take blue
  1 lose top
  2 lose stock
  2 weakest red
  2 play red 5
  1 play green 14
  2 play brown 3
  1 play yellow 1
  2 play yellow 1
  2 take red
  1 take yellow
  2 lose stock
  1 lose top
  1 strongest yellow
  1 play blue 12
  2 play chamaelosaurus
  1 play red 15
  2 play green 14
  1 play yellow 6
  2 play red 10
  1 play green 9
  2 play green 4
  1 play red 10
  2 take blue
  1 take brown
  2 lose top
  1 lose top
  1 strongest brown
  1 play red 5
  2 play blue 12
  1 play chamaelosaurus
  2 take blue
  1 take green
  2 lose stock
  1 lose top
  1 strongest yellow
  1 play blue 7
  2 play brown 13
  1 play yellow 11
  2 play brown 3
  1 play blue 2
  2 take red
  1 take green
  2 lose stock
  1 lose stock
  1 weakest brown
  1 play brown 8
  2 play blue 7
  1 play red 15
  2 play yellow 11
  1 play yellow 6
  2 play brown 8
  1 take green
  2 take brown
  1 lose top
  2 lose stock
  2 strongest green
  2 play blue 12
  1 play yellow 11
  2 play red 5
  1 play blue 7
  1 take yellow
  2 take brown
  1 lose top
  2 lose stock
  2 strongest blue
  2 play yellow 11
  1 play green 9
  2 play red 10
  2 take blue
  1 take red
  2 lose top
  1 lose top
  1 keep colours
  1 play red 5
  2 play blue 7
  1 play brown 13
  2 play red 5
  2 take green
  1 take yellow
  2 lose top
  1 lose stock
  1 weakest yellow
  1 flip
  2 play brown 13
  1 play red 15
  2 play yellow 1
  1 take green
  2 take brown
  1 lose top
  2 lose stock
result: over
  scores: 42 34
  winners: 1
seal: sha256:bc8d817053724c4769924aa3ca163854581e28c9e54cb370da13a65b4fab3fc2
