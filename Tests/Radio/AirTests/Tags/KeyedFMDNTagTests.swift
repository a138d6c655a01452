import Bluetooth
import Cryptography
import Keys
import TestSupport
import Testing
import Tracking

@testable import Air

struct KeyedFMDNTagTests {
    private static let name = AttributeName(
        service: BluetoothUUID(0xFE2C), characteristic: FindHubRing.characteristic.uuid
    )
    private let link = LinkState(isEncrypted: false, isBonded: false)

    private func tag() throws -> (KeyedFMDNTag, FindHubKey) {
        let key = try #require(FindHubKey(identityKey: Array(0..<32), pairedAt: TagFixtures.start))
        return (KeyedFMDNTag(key, at: TagFixtures.start), key)
    }

    @Test func `it sounds for a minute for who has the key, and for nobody else`() throws {
        let (part, key) = try tag()
        var tag = TagServices([part], at: TagFixtures.start)
        _ = tag.subscribed(to: Self.name, true)
        let ring = FindHubRing(key: key.ringKey)
        let challenge = try tag.read(Self.name, over: link)
        let request = try #require(ring.request(rings: true, challenge: challenge))
        let answers = try tag.write(request, to: Self.name, over: link)
        #expect(answers.map { ring.state(in: $0.update.value, challenge: challenge) } == [.started])
        #expect(answers.map(\.isAnswer) == [true])
        #expect(tag.takeEffects() == [.sound(true)])
        // A challenge is good once.
        #expect(throws: KeyedFMDNTag.unauthenticated) { try tag.write(request, to: Self.name, over: link) }
        let ended = tag.advance(to: TagFixtures.after(minutes: 1))
        #expect(ended.map { ring.state(in: $0.value, challenge: challenge) } == [.timedOut])
        #expect(tag.takeEffects() == [.sound(false)])

        let next = try tag.read(Self.name, over: link)
        let strange = try #require(FindHubRing(key: [1, 2, 3]).request(rings: true, challenge: next))
        #expect(throws: KeyedFMDNTag.unauthenticated) { try tag.write(strange, to: Self.name, over: link) }
        #expect(throws: KeyedFMDNTag.invalidValue) { try tag.write([5, 4], to: Self.name, over: link) }
    }

    /// The identifier is that of `DerivationTests`, by python-ecdsa's NIST256p; the frame is that of the Find Hub Network
    /// Accessory Specification 1.3, "Advertised frames".
    @Test func `an identifier of 32 bytes is on the air by extended advertising, and reported as one`() throws {
        let (_, key) = try tag()
        let parts = try #require(
            TagKind.fmdn.tag(key: .findHub(key), number: 1, curve: .secp256r1, at: TagFixtures.start)
        ).parts
        var bench = Bench(.extended)
        let set = AdvertisingSet(
            .connectable,
            address: tagAddress(1),
            data: try #require(parts.advertisingData),
            interval: 100_000,
            extended: ExtendedAdvertising(secondary: .double)
        )
        bench.change { $0.advertise(TagID(1), set) }
        bench.send(.leSetExtendedScanParameters, "00 00 01 00 10 00 10 00")
        bench.send(.leSetExtendedScanEnable, "01 00 00 00 00 00")
        let ephemeral = try #require(key.ephemeral(at: 0, on: .secp256r1))
        let flags = 0b10 ^ ephemeral.mask
        let head = "04 3e 43 0d 01 01 00 01 01 00 00 00 00 c0 01 02 00 7f ce 00 00 00 00 00 00 00 00 00 29"
        let frame = "02 01 06 25 16 aa fe 40 \(ephemeral.identifier.hex) \([flags].hex)"
        #expect(bench.pass(milliseconds: 200).first?.hex == "\(head) \(frame)")
    }

    @Test func `it advertises the identifiers of its key, another each 1024 s`() throws {
        let (part, key) = try tag()
        var tag = TagServices([part], at: TagFixtures.start)
        for counter in 0..<3 {
            _ = tag.advance(to: TagFixtures.start.advanced(by: .seconds(Int64(counter) * 1024)))
            let data = try #require(tag.advertisement?.serviceData[FMDNFrame.service])
            #expect(Array(data[1..<21]) == key.ephemeral(at: counter)?.identifier)
            #expect(tag.takeEffects() == (counter == 0 ? [] : [.rotateAddress, .advertisementChanged]))
        }
    }
}
