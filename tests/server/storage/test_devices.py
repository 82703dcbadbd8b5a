"""Devices in a database of an older form: nobody has written down what they are, and their keys are as good as before."""

from pathlib import Path

from rexarium.server.model.rows import UNKNOWN, Device
from rexarium.server.storage import maintenance, open_store
from rexarium.server.storage.backup import restore
from tests.server.storage.samples import ANN, BOB, PHONE
from tests.server.storage.test_migration import filled

OLDEST = Path(__file__).parent / "stores" / "0001.db"


async def test_devices_of_the_oldest_store_are_unknown_until_they_are_seen(address: str) -> None:
    await restore(OLDEST, address)
    store = await open_store(address)
    assert [await store.person_of_key(key) for key in (b"key of ann", b"key of bob")] == [ANN, BOB]
    assert await store.devices("ann") == {b"key of ann": UNKNOWN}
    await store.see_key(b"key of ann", PHONE)
    assert await store.devices("ann") == {b"key of ann": Device(None, 8, "Firefox", "Android")}
    await store.close()


async def test_after_a_downgrade_a_device_still_belongs_to_its_person(address: str, tmp_path: Path) -> None:
    await filled(address)
    await maintenance.downgrade(address, "0002")
    store = await open_store(address, backups=tmp_path)
    assert await store.person_of_key(b"key of ann") == ANN
    assert await store.devices("ann") == {b"key of ann": UNKNOWN}
    await store.close()
