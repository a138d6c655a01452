import Air
import Bluetooth
import HostStack
import Keys
import TestSupport
import Testing
import Tracking

struct KeyedFindMyPartTests {
    private static let start = TagFixtures.start

    private func key() throws -> FindMyKey {
        try #require(
            FindMyKey(
                masterKey: [UInt8](repeating: 7, count: 28),
                primarySecret: [UInt8](repeating: 1, count: 32),
                secondarySecret: [UInt8](repeating: 2, count: 32),
                pairedAt: Self.start.advanced(by: .seconds(-3600))
            )
        )
    }

    /// What its owner's key says that it sends.
    private func expected(_ counter: Int) throws -> BluetoothAddress {
        var advertiser = FindMyAdvertiser(try key())
        let primary = advertiser.primary(at: counter)
        let bytes = try #require(primary)
        return BluetoothAddress(bits: bytes.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | 0b11 << 46)
    }

    @Test(arguments: [1.0, 600.0])
    func `each quarter of an hour of its clock it takes the address that its key prescribes`(pace: Double) throws {
        let part = KeyedFindMyPart(try key(), pace: pace, at: Self.start)
        #expect(try part.address == expected(4))
        var tag = TagServices([part], at: Self.start)
        for turn in 1...5 {
            let moment = Self.start.advanced(by: .milliseconds(Int64(Double(turn) * 900_000 / pace)))
            _ = tag.advance(to: moment.advanced(by: .milliseconds(-2)))
            #expect(tag.takeEffects() == [])
            _ = tag.advance(to: moment)
            #expect(try tag.takeEffects() == [.takeAddress(expected(4 + turn))])
            let next = try #require(tag.nextWakeUp)
            #expect(next > moment && next <= moment.advanced(by: .milliseconds(Int64(900_000 / pace) + 1)))
        }
    }

    @Test func `away from its owner it takes the key of the day, and near again that of the quarter of an hour`() throws
    {
        let policy = OwnerProximity.Policy(separatedAfter: .seconds(60))
        var tag = TagServices([KeyedFindMyPart(try key(), policy: policy, at: Self.start)], at: Self.start)
        _ = tag.handle(.owner(isNear: false))
        _ = tag.advance(to: Self.start.advanced(by: .seconds(61)))
        #expect(tag.takeEffects().count == 1)
        #expect(tag.advertisement?.manufacturerData[IBeaconFrame.company]?.count == 27)
        _ = tag.advance(to: Self.start.advanced(by: .seconds(3000)))
        #expect(tag.takeEffects() == [])
        _ = tag.handle(.owner(isNear: true))
        #expect(try tag.takeEffects() == [.takeAddress(expected(7))])
    }

    @Test func `a hosted tag advertises with each address that its key prescribes`() throws {
        let keyed = try #require(TagKind.findMy.tag(key: .findMy(try key()), number: 1, at: Self.start))
        let address = try #require(keyed.address)
        var host = TagHost(
            settings: HostSettings(name: "Tag"),
            identity: DeviceAddress(BluetoothAddress(bits: 0xC000_0000_0001), .random),
            services: [],
            generator: SeededGenerator(seed: 5),
            at: Self.start
        )
        _ = host.handle(.addressGiven(address), at: Self.start)
        let set = AdvertisingSet(.broadcast, address: LinkAddress(host.address), data: [], interval: 1_000_000)
        var tag = HostedTag(host, advertisement: set, parts: keyed.parts, start: Self.start) { _ in }
        #expect(try tag.advertisement?.address.address == expected(4))
        for turn in 1...3 {
            _ = tag.wake(at: AirTime.zero.after(milliseconds: Int64(turn) * 900_000))
            #expect(try tag.advertisement?.address == LinkAddress(expected(4 + turn), isRandom: true))
        }
        // Its clock is set on by an hour; nobody can set it back.
        let later = AirTime.zero.after(milliseconds: 3 * 900_000 + 1000)
        _ = tag.setClock(on: .seconds(3600), at: later)
        #expect(try tag.advertisement?.address.address == expected(11))
        #expect(tag.setClock(on: .seconds(-3600), at: later).isEmpty)
        #expect(try tag.advertisement?.address.address == expected(11))
        #expect(try #require(tag.nextWakeUp) <= later.after(milliseconds: 900_000))
    }

    @Test func `a key of another network is no key of a tag`() throws {
        let hub = try #require(FindHubKey(identityKey: Array(0..<32)))
        let resolving = try #require(ResolvingKey(Array(1...16)))
        #expect(TagKind.findMy.tag(key: .findHub(hub), number: 1, at: Self.start) == nil)
        #expect(TagKind.fmdn.tag(key: .findMy(try key()), number: 1, at: Self.start) == nil)
        #expect(TagKind.ibeacon.tag(key: .resolving(resolving), number: 1, at: Self.start) == nil)
        #expect(TagKind.dult.tag(key: .resolving(resolving), number: 1, at: Self.start)?.identityKey != nil)
    }
}
