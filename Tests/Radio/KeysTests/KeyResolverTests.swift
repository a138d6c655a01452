import Bluetooth
import Cryptography
import Keys
import TestSupport
import Testing
import Tracking

/// Tags that rotate as theirs do, on virtual time, before a resolver.
struct KeyResolverTests {
    private static let paired = Timestamp(seconds: 1_750_000_000)

    private func findMy(_ key: [UInt8], isSeparated: Bool) -> (Advertisement, BluetoothAddress) {
        let top = key[0] >> 6
        let data = isSeparated ? [0x12, 0x19, 0x10] + key[6...] + [top, 0] : [0x12, 0x02, 0x10, top]
        let bits = key.prefix(6).reduce(UInt64(0)) { $0 << 8 | UInt64($1) } | 0b11 << 46
        return (Advertisement(manufacturerData: [0x004C: data]), BluetoothAddress(bits: bits))
    }

    /// The triple of the README of searchparty-keys (github.com/denysvitali/searchparty-keys).
    @Test func `an address is the beginning of the advertised key, its upper two bits set`() throws {
        let keys = try KeyFile(Array("Advertisement key: bWWRtXpzYuukEJ2MBNACY3GrPJ7+4oErVBp0Dg==".utf8))
        let key = try #require(keys.tags.first?.key)
        guard case .fixed(let fixed) = key else { return }
        let (advertisement, address) = findMy(fixed.advertised[0], isSeparated: true)
        #expect("\(address)" == "ED:65:91:B5:7A:73")
        var resolver = KeyResolver([(key, nil)], at: Self.paired)
        #expect(resolver.resolve(advertisement, from: address, at: Self.paired)?.identity == key.identity)
        // The same address with another key, and the same key behind another address.
        let strange = Advertisement(manufacturerData: [
            0x004C: [0x12, 0x19, 0x10] + [UInt8](repeating: 1, count: 22) + [1, 0]
        ])
        #expect(resolver.resolve(strange, from: address, at: Self.paired) == nil)
        #expect(resolver.resolve(advertisement, from: BluetoothAddress(bits: address.bits ^ 1), at: Self.paired) == nil)
        #expect(resolver.resolve(Advertisement(), from: address, at: Self.paired) == nil)
    }

    /// A month of a tag whose clock gains or loses, near its owner by day and away by night, with a neighbour's.
    @Test(arguments: [0.0, 500e-6, -500e-6, 0.01, -0.01])
    func `a Find My tag is followed for a month, whatever its clock does, and no other is taken for it`(
        drift: Double
    ) throws {
        let key = try #require(DerivationTests.findMyKey(pairedAt: Self.paired))
        var mine = FindMyAdvertiser(key)
        var other = FindMyAdvertiser(
            try #require(
                FindMyKey(
                    masterPoint: key.masterPoint,
                    primarySecret: key.secondarySecret,
                    secondarySecret: key.primarySecret,
                    pairedAt: key.pairedAt
                )
            )
        )
        let start = Self.paired.advanced(by: .seconds(40 * 86_400))
        var resolver = KeyResolver([(.findMy(key), KeyAlignment(counter: 40 * 96, time: start))], at: start)
        var (heard, strange) = (0, 0)
        for quarter in 0..<(30 * 96) {
            // A moment within each quarter of an hour, not always the same.
            let passed = Double(quarter) * 900 + Double(quarter % 7) * 100
            let now = start.advanced(by: .milliseconds(Int64(passed * 1000)))
            let counter = 40 * 96 + Int(passed * (1 + drift) / 900)
            let isSeparated = quarter / 48 % 2 == 1
            resolver.advance(to: now)
            func sent(by tag: inout FindMyAdvertiser) throws -> (Advertisement, BluetoothAddress) {
                let found = isSeparated ? tag.secondary(at: counter / 96 + 1) : tag.primary(at: counter)
                return findMy(try #require(found), isSeparated: isSeparated)
            }
            let (advertisement, address) = try sent(by: &mine)
            let found = resolver.resolve(advertisement, from: address, at: now)
            if found?.identity == TagKey.findMy(key).identity { heard += 1 }
            let (neighbours, elsewhere) = try sent(by: &other)
            if resolver.resolve(neighbours, from: elsewhere, at: now) != nil { strange += 1 }
        }
        #expect(heard == 30 * 96 && strange == 0)
    }

    @Test func `what somebody has recorded and sends again neither stays nor keeps the tag from being found`() throws {
        let key = try #require(DerivationTests.findMyKey(pairedAt: Self.paired))
        var tag = FindMyAdvertiser(key)
        let start = Self.paired.advanced(by: .seconds(86_400))
        var resolver = KeyResolver([(.findMy(key), KeyAlignment(counter: 96, time: start))], at: start)
        // Two of them in turn.
        let keys = [95, 96, 96 + 92].compactMap { tag.primary(at: $0) }
        #expect(keys.count == 3)
        let sent = keys.map { findMy($0, isSeparated: false) }
        let (first, old, present) = (sent[0], sent[1], sent[2])
        #expect(resolver.resolve(old.0, from: old.1, at: start) != nil)
        var last: KeyMatch?
        for minute in stride(from: 1, through: 23 * 60, by: 1) {
            let now = start.advanced(by: .seconds(60 * minute))
            resolver.advance(to: now)
            last = resolver.resolve(first.0, from: first.1, at: now) ?? resolver.resolve(old.0, from: old.1, at: now)
        }
        #expect(last == nil, "its time is over after half a day")
        let now = start.advanced(by: .seconds(23 * 3600))
        #expect(resolver.resolve(present.0, from: present.1, at: now) != nil)
    }

    @Test func `a Find My tag whose counter fell behind is found by search`() throws {
        let key = try #require(DerivationTests.findMyKey(pairedAt: Self.paired))
        var tag = FindMyAdvertiser(key)
        let now = Self.paired.advanced(by: .seconds(40 * 86_400))
        var resolver = KeyResolver([(.findMy(key), nil)], at: now)
        let old = tag.primary(at: 1234)
        let (advertisement, address) = findMy(try #require(old), isSeparated: false)
        #expect(resolver.resolve(advertisement, from: address, at: now) == nil)
        for _ in 0..<120 { resolver.advance(to: now) }
        #expect(resolver.resolve(advertisement, from: address, at: now)?.identity == TagKey.findMy(key).identity)
        #expect(resolver.alignments.values.map(\.counter) == [1234])
        // It is followed from there.
        let later = now.advanced(by: .seconds(3 * 900))
        resolver.advance(to: later)
        let new = tag.primary(at: 1237)
        let (next, there) = findMy(try #require(new), isSeparated: false)
        #expect(resolver.resolve(next, from: there, at: later) != nil)
    }

    @Test func `the search for tags of unknown age is shared by all keys, and comes to each`() throws {
        let keys = try (0..<3).map { try #require(FindHubKey(identityKey: [UInt8](repeating: $0 + 1, count: 32))) }
        let start = Self.paired
        var resolver = KeyResolver(keys.map { (.findHub($0), nil) }, at: start)
        let sent = try keys.map { try findHub($0, at: 60, on: .secp160r1, flags: 0) }
        func found() -> Int {
            var asked = resolver
            return sent.count { asked.resolve($0, from: BluetoothAddress(bits: 1), at: start) != nil }
        }
        // Ten counters of each in a step, the first with the resolver itself; alone a key would be there after two more.
        for _ in 0..<5 { resolver.advance(to: start) }
        #expect(found() == 0)
        for _ in 0..<2 { resolver.advance(to: start) }
        #expect(found() == 3)
        // A step that has not one for each comes to all of them in turn.
        let later = try keys.map { try findHub($0, at: 81, on: .secp160r1, flags: 0) }
        for _ in 0..<10 { resolver.advance(to: start, budget: 1) }
        #expect(later.count { resolver.resolve($0, from: BluetoothAddress(bits: 1), at: start) != nil } == 3)
    }

    private func findHub(
        _ key: FindHubKey, at counter: Int, on curve: EphemeralCurve, flags: UInt8
    ) throws -> Advertisement {
        let found = try #require(key.ephemeral(at: counter, on: curve))
        let type: UInt8 = flags & 1 == 1 ? 0x41 : 0x40
        return Advertisement(serviceData: [BluetoothUUID(0xFEAA): [type] + found.identifier + [flags ^ found.mask]])
    }

    @Test(arguments: [true, false], EphemeralCurve.allCases)
    func `a Find Hub tag is followed for a month from when it was set up, and tells its battery to its owner`(
        isDated: Bool, curve: EphemeralCurve
    ) throws {
        let pairedAt = isDated ? Self.paired : nil
        let key = try #require(FindHubKey(identityKey: Array(0..<32), pairedAt: pairedAt))
        let other = try #require(FindHubKey(identityKey: Array(1..<33)))
        let start = Self.paired.advanced(by: .seconds(86_400))
        var resolver = KeyResolver([(.findHub(key), nil)], at: start)
        // Without the date it is searched for from 0.
        for _ in 0..<10 where !isDated { resolver.advance(to: start) }
        for turn in 0..<(30 * 84) {
            let now = start.advanced(by: .seconds(Int64(turn) * 1024 + 512))
            // A clock that loses 500 of a million.
            let counter = Int(Self.paired.duration(to: now).inSeconds * 0.9995) / 1024
            resolver.advance(to: now)
            let flags: UInt8 = turn % 3 == 0 ? 0b101 : 0b010
            let mine = try findHub(key, at: counter, on: curve, flags: flags)
            let found = resolver.resolve(mine, from: BluetoothAddress(bits: UInt64(turn)), at: now)
            #expect(found?.battery == (turn % 3 == 0 ? 20 : 100) && found?.isProtecting == (turn % 3 == 0))
            guard turn % 50 == 0 else { continue }
            let strange = try findHub(other, at: counter, on: curve, flags: 0)
            #expect(resolver.resolve(strange, from: BluetoothAddress(bits: 1), at: now) == nil)
        }
    }

    @Test func `a Find Hub tag that stays at 0, as home-made ones do, is known at any time`() throws {
        let key = try #require(FindHubKey(identityKey: Array(0..<32), pairedAt: Self.paired))
        let advertisement = try findHub(key, at: 0, on: .secp160r1, flags: 0)
        var resolver = KeyResolver([(.findHub(key), nil)], at: Self.paired)
        for day in 1...40 {
            let now = Self.paired.advanced(by: .seconds(Int64(day) * 86_400))
            resolver.advance(to: now)
            #expect(resolver.resolve(advertisement, from: BluetoothAddress(bits: 5), at: now)?.battery == nil)
            #expect(resolver.resolve(advertisement, from: BluetoothAddress(bits: 5), at: now) != nil)
        }
    }

    @Test func `a private address is known by its key, among others`() throws {
        let key = TagKey.resolving(try #require(ResolvingKey(hex("ec0234a357c8ad05341010a60a397d9b"))))
        let other = TagKey.resolving(try #require(ResolvingKey(Array(1...16))))
        var resolver = KeyResolver([(other, nil), (key, nil)], at: Self.paired)
        let address = try #require(BluetoothAddress("70:81:94:0D:FB:AA"))
        #expect(resolver.resolve(Advertisement(), from: address, at: Self.paired)?.identity == key.identity)
        #expect(resolver.resolve(Advertisement(), from: BluetoothAddress(bits: 1 << 46), at: Self.paired) == nil)
    }
}
