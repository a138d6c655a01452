import Air
import Bluetooth
import Firmware
import Testing
import Tracking

struct DULTAccessoryTests {
    private static let point = DULTAccessory.controlPoint

    private func accessory(soundLasts: Duration = .seconds(5)) -> DULTAccessory {
        let information = DULTInformation(network: 2, productData: [1, 2, 3], manufacturer: "Acme", model: "Tag")
        return DULTAccessory(
            information: information,
            identifier: [0x0A, 0xFF],
            soundLasts: soundLasts,
            at: TagFixtures.start
        )
    }

    /// An accessory whose owner has been away for 31 minutes, with a stranger connected.
    private func separated(soundLasts: Duration = .seconds(5)) -> TagServices {
        var tag = TagServices(connected: accessory(soundLasts: soundLasts), subscribedTo: [Self.point])
        _ = tag.handle(.owner(isNear: false))
        _ = tag.advance(to: TagFixtures.after(minutes: 31))
        _ = tag.takeEffects()
        return tag
    }

    private func ask(_ tag: inout TagServices, _ value: [UInt8]) throws -> [[UInt8]] {
        try tag.write(value, to: Self.point, over: TagFixtures.open).map(\.update.value)
    }

    @Test func `its advertisement tells the network and whether its owner is near`() {
        var tag = TagServices([accessory()], at: TagFixtures.start)
        #expect(tag.advertisingData == [2, 0x01, 0x06, 5, 0x16, 0xB2, 0xFC, 2, 1])
        _ = tag.handle(.owner(isNear: false))
        _ = tag.advance(to: TagFixtures.after(minutes: 31))
        #expect(tag.advertisingData == [2, 0x01, 0x06, 5, 0x16, 0xB2, 0xFC, 2, 0])
        #expect(tag.takeEffects() == [.advertisementChanged, .rotateAddress])
    }

    @Test func `a stranger lets a separated tag sound, and hears when it is done`() throws {
        var tag = separated()
        #expect(try ask(&tag, [0x00, 0x03]) == [[0x02, 0x03, 0x00, 0x03, 0x00, 0x00]])
        #expect(tag.takeEffects() == [.sound(true)])
        #expect(try ask(&tag, [0x00, 0x03]) == [[0x02, 0x03, 0x00, 0x03, 0x01, 0x00]])
        let end = TagFixtures.after(minutes: 31, milliseconds: 5000)
        #expect(tag.nextWakeUp == end)
        #expect(tag.advance(to: end).map(\.value) == [[0x03, 0x03]])
        #expect(tag.takeEffects() == [.sound(false)])
        #expect(try ask(&tag, [0x01, 0x03]) == [[0x02, 0x03, 0x01, 0x03, 0x01, 0x00]])
    }

    @Test func `who has started the sound may stop it, and nobody else`() throws {
        var tag = separated()
        _ = try ask(&tag, [0x00, 0x03])
        #expect(try ask(&tag, [0x01, 0x03]) == [[0x03, 0x03]])
        #expect(tag.takeEffects() == [.sound(true), .sound(false)])
        _ = try ask(&tag, [0x00, 0x03])
        _ = tag.handle(.link(isUp: false))
        _ = tag.handle(.link(isUp: true))
        _ = tag.subscribed(to: Self.point, true)
        #expect(try ask(&tag, [0x01, 0x03]) == [[0x02, 0x03, 0x01, 0x03, 0x01, 0x00]])
        #expect(tag.advance(to: TagFixtures.after(minutes: 32)).isEmpty)
        #expect(tag.takeEffects() == [.sound(true), .sound(false)])
    }

    @Test(arguments: [(1, 5), (5, 5), (12, 12), (60, 30)])
    func `it sounds for 5 to 30 s`(asked: Int, taken: Int64) throws {
        var tag = separated(soundLasts: .seconds(asked))
        _ = try ask(&tag, [0x00, 0x03])
        #expect(tag.nextWakeUp == TagFixtures.after(minutes: 31, milliseconds: taken * 1000))
    }

    @Test func `unless told otherwise it sounds for the 12 s that the draft recommends`() {
        let usual = DULTAccessory(information: DULTInformation(), identifier: [], at: TagFixtures.start)
        #expect(usual.soundLasts == .seconds(12))
    }

    @Test(arguments: [UInt8(0x00), 0x01])
    func `near its owner nobody else lets it sound`(command: UInt8) throws {
        var tag = TagServices(connected: accessory(), subscribedTo: [Self.point])
        #expect(try ask(&tag, [command, 0x03]) == [[0x02, 0x03, command, 0x03, 0xFF, 0xFF]])
        #expect(tag.takeEffects().isEmpty)
    }

    @Test func `the owner's return ends the sound`() throws {
        var tag = separated()
        _ = try ask(&tag, [0x00, 0x03])
        #expect(tag.handle(.owner(isNear: true)).map(\.value) == [[0x03, 0x03]])
        #expect(tag.takeEffects() == [.sound(true), .sound(false), .advertisementChanged, .rotateAddress])
    }

    @Test func `its identifier is told for five minutes after its button was pressed`() throws {
        var tag = separated()
        let refused: [UInt8] = [0x02, 0x03, 0x04, 0x04, 0xFF, 0xFF]
        #expect(try ask(&tag, [0x04, 0x04]) == [refused])
        _ = tag.handle(.pressed)
        #expect(try ask(&tag, [0x04, 0x04]) == [[0x05, 0x04] + Array("0aff".utf8)])
        _ = tag.advance(to: TagFixtures.after(minutes: 36))
        #expect(try ask(&tag, [0x04, 0x04]) == [refused])
    }

    @Test(
        arguments: [
            (0x03, [1, 2, 3, 0, 0, 0, 0, 0]), (0x04, Array("Acme".utf8)), (0x05, Array("Tag".utf8)),
            (0x06, [1, 0, 0, 0, 0, 0, 0, 0]), (0x07, [0, 0, 1, 0]), (0x08, [9, 0, 0, 0]), (0x09, [2]),
            (0x0A, [0, 0, 1, 0]), (0x0B, [1]), (0x0C, [2]),
        ] as [(UInt8, [UInt8])]
    )
    func `it tells of its make, but near its owner it does not`(opcode: UInt8, operands: [UInt8]) throws {
        var tag = TagServices(connected: accessory(), subscribedTo: [Self.point])
        #expect(try ask(&tag, [opcode, 0]) == [[0x02, 0x03, opcode, 0x00, 0xFF, 0xFF]])
        tag = separated()
        _ = tag.handle(.battery(20))
        #expect(try ask(&tag, [opcode, 0]) == [[opcode, 8] + operands])
    }

    @Test(
        arguments: [
            ([0x00, 0x03, 0x00], [0x02, 0x03, 0x00, 0x03, 0x03, 0x00]),
            ([0x77, 0x77], [0x02, 0x03, 0x77, 0x77, 0xFF, 0xFF]),
            ([0x02, 0x03], [0x02, 0x03, 0x02, 0x03, 0xFF, 0xFF]),
        ] as [([UInt8], [UInt8])]
    )
    func `what is no command is answered with why`(value: [UInt8], answer: [UInt8]) throws {
        var tag = separated()
        #expect(try ask(&tag, value) == [answer])
    }

    @Test func `without a subscription, or an opcode, nothing is done`() throws {
        var tag = separated()
        #expect(throws: AttributeError.invalidLength) { try ask(&tag, [0x00]) }
        _ = tag.subscribed(to: Self.point, false)
        #expect(throws: AttributeError.notSubscribed) { try ask(&tag, [0x00, 0x03]) }
        #expect(tag.takeEffects().isEmpty)
    }
}
