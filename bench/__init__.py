"""How fast Rexarium is, as ratios against plain C and against other libraries: `./rex bench`."""
