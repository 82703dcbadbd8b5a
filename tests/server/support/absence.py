"""Tables whose players are away."""

import hashlib

MINUTE, DAY = 60, 86_400
SECRET = "a-secret-of-annas-own-making"
FINGERPRINT = hashlib.sha256(SECRET.encode()).hexdigest()
