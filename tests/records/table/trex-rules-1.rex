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
  seat 1: Anna
  seat 2: Ben
  seat 3: random bot
deal:
  seat 1: yellow 6, brown 8, shower, red 15, yellow 1, brown 3, green 14, red 10, red 5, brown 13, green 9, blue 2, green 4, yellow 11, blue 12, blue 7, chamaelosaurus
  seat 2: chamaelosaurus, red 15, brown 8, blue 2, green 9, green 14, yellow 6, blue 12, yellow 1, red 5, red 10, shower, brown 3, yellow 11, brown 13, green 4, blue 7
  seat 3: red 10, chamaelosaurus, shower, blue 2, yellow 11, blue 12, brown 3, green 14, red 15, brown 13, blue 7, red 5, yellow 6, brown 8, green 4, yellow 1, green 9
  left eggs: blue, green, brown, blue, green, green, yellow, green, green, brown, brown, green, yellow, yellow, brown
  right eggs: blue, blue, yellow, brown, red, yellow, red, red, yellow, brown, blue, red, red, blue, red
  strongest: yellow
  weakest: brown
  first: seat 3
proof:
  table: trex-rules-1
  commitment: 1bbb988d1dac4947a068b5ffb2dd1911f1b33381b9a41dead9bae5dfd095bbf0
  host seed: f8069537223c3a41dbf7ba478e65da311f78415be35daa5af2ba16c7b01c3591
  share 1: anna:5f0c
  share 2: ben#77aa
  share 3:
moves:
  3 play blue 2
  1 play green 14
  2 play yellow 6
  3 play brown 3
  1 play shower
  2 play green 14
  3 play shower
  1 play brown 8
  2 play blue 2
  3 play red 10
  3 take blue
  2 take blue
table:
  at 0: seat 1 said good luck
  at 9: seat 2 took back to 8
  at 12: seat 2 resigned
result: ended
  ended: seat 2 resigned
  winners: 1 3
seal: sha256:4de6a79d4861e0f723667414c05b3d8e681532c1993ba084b11a18017dc0ab67
