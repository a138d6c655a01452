import Air
import Bluetooth
import Cryptography
import Testing
import Tracking

struct FMDNTagTests {
    private static let point = DULTAccessory.controlPoint

    private func tag() -> TagServices {
        TagServices([FMDNTag(number: 7, at: TagFixtures.start)], at: TagFixtures.start)
    }

    private func recognise(_ tag: TagServices) throws -> Recognition? {
        try TagFixtures.library().recognise(Advertisement(decoding: #require(tag.advertisingData)))
    }

    /// What it does from one time to another, in minutes, and when.
    private func run(_ tag: inout TagServices, to end: Double) -> [(at: Timestamp, effects: [TagEffect])] {
        var steps: [(at: Timestamp, effects: [TagEffect])] = []
        while let next = tag.nextWakeUp, next <= TagFixtures.after(minutes: end) {
            _ = tag.advance(to: next)
            let effects = tag.takeEffects()
            if !effects.isEmpty { steps.append((next, effects)) }
        }
        return steps
    }

    @Test func `its frame is 40 and an identifier of 20 bytes, which tells nothing of its owner`() throws {
        let data = try #require(tag().advertisingData)
        #expect(data.count == 29 && data.prefix(8) == [2, 0x01, 0x06, 25, 0x16, 0xAA, 0xFE, 0x40][...])
        let found = try #require(try recognise(tag()))
        #expect(found.profile.name.text == "fmdn" && found.isSeparated == nil)
    }

    @Test func `an identifier of 32 bytes is in an extended advertisement, and recognised`() throws {
        let part = FMDNTag(number: 7, curve: .secp256r1, at: TagFixtures.start)
        let tag = TagServices([part], at: TagFixtures.start)
        let data = try #require(tag.advertisingData)
        #expect(data.count == 41 && data.prefix(8) == [2, 0x01, 0x06, 37, 0x16, 0xAA, 0xFE, 0x40][...])
        #expect(tag.advertisesExtended && tag.scanResponse.isEmpty)
        #expect(try recognise(tag)?.profile.name.text == "fmdn")
    }

    @Test func `address and identifier change together, 1 to 204 s after each 1024 s`() throws {
        var tag = tag()
        let steps = run(&tag, to: 24 * 60)
        #expect(steps.allSatisfy { $0.effects == [.rotateAddress, .advertisementChanged] })
        #expect(steps.count == 84)
        let late = steps.enumerated().map { turn, step in
            TagFixtures.start.duration(to: step.at).milliseconds - Int64(turn + 1) * 1_024_000
        }
        #expect(late.allSatisfy { (1_000...204_000).contains($0) })
        #expect(Set(late).count > 40)
    }

    @Test func `in unwanted tracking protection mode the address stays for a day, and the identifier goes on`() throws {
        var tag = tag()
        _ = tag.handle(.owner(isNear: false))
        let steps = run(&tag, to: 26 * 60)
        let on = try #require(steps.firstIndex { $0.at > TagFixtures.after(minutes: 30) })
        #expect(steps[on].at == TagFixtures.after(minutes: 30, milliseconds: 1))
        #expect(steps[on].effects == [.advertisementChanged, .rotateAddress])
        let later = steps[(on + 1)...]
        let addresses = later.filter { $0.effects.contains(.rotateAddress) }
        #expect(addresses.map(\.at) == [TagFixtures.after(minutes: 30 + 24 * 60, milliseconds: 1)])
        #expect(later.count { $0.effects == [.advertisementChanged] } > 80)
        #expect(tag.advertisingData?[7] == 0x41)
        #expect(try recognise(tag)?.isSeparated == true)
    }

    @Test func `when its owner is back, address and identifier change together again`() throws {
        var tag = tag()
        _ = tag.handle(.owner(isNear: false))
        _ = run(&tag, to: 60)
        _ = tag.handle(.owner(isNear: true))
        #expect(tag.takeEffects() == [.advertisementChanged, .rotateAddress])
        #expect(tag.advertisingData?[7] == 0x40)
        let steps = run(&tag, to: 120)
        #expect(!steps.isEmpty && steps.allSatisfy { $0.effects == [.rotateAddress, .advertisementChanged] })
    }

    @Test func `a stranger lets it sound while the mode is on, and not while it is off`() throws {
        var tag = TagServices(connected: FMDNTag(number: 7, at: TagFixtures.start), subscribedTo: [Self.point])
        let start: [UInt8] = [0x00, 0x03]
        func ask() throws -> [[UInt8]] {
            try tag.write(start, to: Self.point, over: TagFixtures.open).map(\.update.value)
        }
        #expect(try ask() == [[0x02, 0x03, 0x00, 0x03, 0xFF, 0xFF]])
        _ = tag.handle(.owner(isNear: false))
        _ = tag.advance(to: TagFixtures.after(minutes: 31))
        _ = tag.takeEffects()
        #expect(try ask() == [[0x02, 0x03, 0x00, 0x03, 0x00, 0x00]])
        #expect(tag.takeEffects() == [.sound(true)])
    }
}
