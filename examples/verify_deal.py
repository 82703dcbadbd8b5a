#!/usr/bin/env python3
"""Checks a record's deal without any code from Rexarium; see docs/how-to/verify-a-deal.md. Usage: verify_deal.py game.rex"""

import hashlib
import re
import sys
from pathlib import Path


def read_sections(text):
    """Each section's value by its label, and each section's lines by theirs."""
    values, lines, section = {}, {}, ""
    for raw in text.splitlines():
        line = re.sub(r"(^|\s{2,})#.*$", "", raw).rstrip()  # without a comment
        label, _, value = (part.strip() for part in line.partition(":"))
        if line.startswith(" "):
            lines[section][label] = value
        elif line:
            section, values[label], lines[label] = label, value, {}
    return values, lines


def fingerprint(*parts):
    """SHA-256 over the parts, each preceded by its length in eight bytes."""
    return hashlib.sha256(b"".join(len(part).to_bytes(8, "big") + part for part in parts)).digest()


class Chance:
    """The random numbers that follow from a seed, and what is drawn with them."""

    def __init__(self, seed):
        blocks = (hashlib.sha256(seed + n.to_bytes(8, "big")).digest() for n in range(2**64))
        self.words = (int.from_bytes(block[at : at + 8], "big") for block in blocks for at in (0, 8, 16, 24))

    def below(self, n):
        return next(word for word in self.words if word < 2**64 - 2**64 % n) % n

    def shuffled(self, items):
        order = list(items)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def deal_trex(chance, seats, box, _rulings):  # TR-07 to TR-10
    cards = [*(name for name in box if name != "eggs"), "chamaelosaurus", "shower"]
    deal = {f"seat {n + 1}": ", ".join(chance.shuffled(cards)) for n in range(seats)}
    eggs = chance.shuffled([egg for egg, n in re.findall(r"(\w+) (\d+)", box["eggs"]) for _ in range(int(n))])
    deal |= {"left eggs": ", ".join(eggs[:15]), "right eggs": ", ".join(eggs[15:])}
    deal["strongest"], deal["weakest"], *_ = chance.shuffled(["yellow", "blue", "brown", "green", "red"])
    return deal | {"first": f"seat {chance.below(seats) + 1}"}


def deal_tyrannosaurus(chance, seats, box, rulings):  # TY-05 to TY-07, TY-10
    deal, dinosaurs = {}, rulings["pair"].split("-") if seats == 2 else list(box)[:seats]
    for seat, name in enumerate(chance.shuffled(dinosaurs), start=1):
        counts = re.findall(r"(\d+) (movement|rest|panic)", box[name])
        cards = [card for n, card in counts for _ in range(int(n))]
        deal[f"seat {seat}"] = f"{name}, removed {'none' if seats == 3 else cards[chance.below(len(cards))]}"
    return deal | {"bone": f"seat {chance.below(seats) + 1}"}


def deal_cubosaurs(chance, seats, box, rulings):  # CU-05, CU-07, CU-31, CU-49, CU-51
    deal, cards, has_dna = {"first": f"seat {chance.below(seats) + 1}"}, [], rulings["dna"] == "on"
    left_out = "direct" if rulings["no_direct_interaction"] == "on" else "nothing"
    tiles = [name for name, text in box.items() if "tile" in name and has_dna and left_out not in text]
    for name in (name for name in box if "tile" not in name):
        number, icons = map(int, re.findall(r"(\d+) (?:cards|dna)", box[name]) or (1, 0))  # one of each egg
        cards += [name] * (number - icons * has_dna) + [f"{name} dna"] * icons * has_dna
    for n in range(int(rulings["rounds"])):
        deal[f"deck {n + 1}"] = ", ".join(chance.shuffled(cards)[: 10 * seats])
        if tiles:
            deal[f"tiles {n + 1}"] = ", ".join(chance.shuffled(tiles)).replace("tile ", "")
    return deal


def complaint(text):
    """What is wrong with a record's deal; empty if nothing is."""
    values, lines = read_sections(text)
    if "proof" not in lines:
        return "This record has no proof."
    game, seats, rulings, proof = values["game"], int(values["seats"]), lines["rulings"], lines["proof"]
    box = dict(list(lines["edition"].items())[2:])  # without title and digest
    printed, ruled = ("".join(f"\n  {a}: {b}" for a, b in part.items()) for part in (box, rulings))
    terms = f"game: {game}\nrules: {values['rules']}\nedition:{printed}\nrulings:{ruled}\nseats: {seats}"
    table, seed = proof["table"].encode(), bytes.fromhex(proof["host seed"])
    if fingerprint(b"rexarium deal 1", table, terms.encode(), seed).hex() != proof["commitment"]:
        return "The commitment does not match the host's seed, the table and the game set-up."
    shares = [proof[f"share {n + 1}"].encode() for n in range(seats)]
    chance = Chance(fingerprint(b"rexarium seed 1", seed, table, *shares))
    deal = {"trex": deal_trex, "tyrannosaurus": deal_tyrannosaurus, "cubosaurs": deal_cubosaurs}[game]
    if deal(chance, seats, box, rulings) != lines["deal"]:
        return "The deal does not follow from the host's seed and the players' shares."
    return "" if any(shares) else "No player added a share: the host alone made this deal."


if __name__ == "__main__":
    sys.exit(complaint(Path(sys.argv[1]).read_text("utf-8")) or print("The deal matches seed and shares."))
