import Air
import Bluetooth
import Keys
import Testing
import Tracking

@testable import Gateway

/// What a gateway takes for a keyed tag while time passes.
struct KeyedSightingTests {
    @Test func `a recorded advertisement that is repeated for a day is no longer the tag`() throws {
        let now = Timestamp(seconds: 1_750_000_000)
        let key = try #require(
            FindMyKey(
                masterKey: Array(1...28),
                primarySecret: Array(0..<32),
                secondarySecret: Array(32..<64),
                pairedAt: now.advanced(by: .seconds(-86_400))
            )
        )
        var tag = KeyedFindMyTag(key)
        let sent = tag.sighting(at: now)
        let (address, advertisement) = try #require(sent)
        let device = DeviceID(owner: try Name("sam"), device: try Name("bag"))
        var registry = TagRegistry()
        try registry.add(
            TagEntry(
                device: device,
                item: try ItemName("Bag"),
                identity: TagKey.findMy(key).identity,
                profile: try Name("find-my")
            )
        )
        var sightings = TagSightings(library: .standard)
        sightings.use([StoredKey(.findMy(key))], in: registry, at: now)
        let sighting = Sighting(
            tag: address, adapter: BluetoothAddress(bits: 1), advertisement: advertisement, rssi: -60
        )
        #expect(sightings.record(sighting, in: registry, at: now)?.device == device)
        for minute in 1...(23 * 60) {
            let later = now.advanced(by: .seconds(60 * minute))
            sightings.advanceKeys(in: registry, at: later)
            let heard = sightings.record(sighting, in: registry, at: later)
            if minute < 60 { #expect(heard?.device == device) }
            if minute > 13 * 60 { #expect(heard?.device == nil) }
        }
    }
}
