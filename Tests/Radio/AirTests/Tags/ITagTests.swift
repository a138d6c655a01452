import Air
import Bluetooth
import Testing
import Tracking

struct ITagTests {
    private func write(_ tag: inout TagServices, _ value: [UInt8], to name: AttributeName) throws -> [TagEffect] {
        _ = try tag.write(value, to: name, over: TagFixtures.open)
        return tag.takeEffects()
    }

    @Test func `it advertises its service and its name`() {
        let tag = TagServices([ITag(at: TagFixtures.start)], at: TagFixtures.start)
        #expect(tag.advertisingData == [2, 0x01, 0x06, 3, 0x03, 0xE0, 0xFF, 5, 0x09] + Array("iTAG".utf8))
        #expect(tag.scanResponse.isEmpty)
    }

    @Test(arguments: [UInt8(1), 2])
    func `it rings until it is stopped`(level: UInt8) throws {
        var tag = TagServices(connected: ITag(at: TagFixtures.start))
        #expect(try write(&tag, [level], to: TagFixtures.alert) == [.sound(true)])
        #expect(try write(&tag, [level], to: TagFixtures.alert).isEmpty)
        #expect(try write(&tag, [0], to: TagFixtures.alert) == [.sound(false)])
        #expect(try write(&tag, [0], to: TagFixtures.alert).isEmpty)
    }

    @Test func `its button is notified, and silences it`() throws {
        var tag = TagServices(connected: ITag(at: TagFixtures.start), subscribedTo: [ITag.button])
        _ = try write(&tag, [2], to: TagFixtures.alert)
        #expect(tag.handle(.pressed) == [AttributeUpdate(ITag.button, value: [1])])
        #expect(tag.takeEffects() == [.sound(false)])
        _ = tag.subscribed(to: ITag.button, false)
        #expect(tag.handle(.pressed).isEmpty)
    }

    @Test func `it alarms for half a minute when a link is lost that did not silence it`() throws {
        var tag = TagServices(connected: ITag(at: TagFixtures.start))
        #expect(try tag.read(TagFixtures.linkLoss, over: TagFixtures.open) == [2])
        _ = tag.handle(.link(isUp: false))
        #expect(tag.takeEffects() == [.sound(true)])
        #expect(tag.nextWakeUp == TagFixtures.after(milliseconds: 30_000))
        _ = tag.advance(to: TagFixtures.after(milliseconds: 30_000))
        #expect(tag.takeEffects() == [.sound(false)])
    }

    @Test func `a link that is silenced may be lost, the next one has to be silenced anew`() throws {
        var tag = TagServices(connected: ITag(at: TagFixtures.start))
        #expect(try write(&tag, [0], to: TagFixtures.linkLoss).isEmpty)
        #expect(try tag.read(TagFixtures.linkLoss, over: TagFixtures.open) == [0])
        _ = tag.handle(.link(isUp: false))
        #expect(tag.takeEffects().isEmpty)
        _ = tag.handle(.link(isUp: true))
        _ = tag.handle(.link(isUp: false))
        #expect(tag.takeEffects() == [.sound(true)])
        _ = tag.handle(.link(isUp: true))
        #expect(tag.takeEffects() == [.sound(false)])
    }

    @Test func `it sleeps after a quarter of an hour without a link, until its button is pressed`() {
        var tag = TagServices(connected: ITag(at: TagFixtures.start))
        #expect(tag.nextWakeUp == nil)
        _ = tag.advance(to: TagFixtures.after(minutes: 60))
        #expect(tag.advertisement != nil)
        _ = tag.handle(.link(isUp: false))
        _ = tag.advance(to: TagFixtures.after(minutes: 75, milliseconds: -1))
        #expect(tag.advertisement != nil)
        _ = tag.takeEffects()
        _ = tag.advance(to: TagFixtures.after(minutes: 75))
        #expect(tag.advertisement == nil && tag.advertisingData == nil && tag.nextWakeUp == nil)
        _ = tag.handle(.pressed)
        #expect(tag.takeEffects() == [.advertisementChanged, .advertisementChanged])
        #expect(tag.advertisement != nil && tag.nextWakeUp == TagFixtures.after(minutes: 90))
    }

    @Test(
        arguments: [
            (TagFixtures.alert, [], 0x0D), (TagFixtures.alert, [1, 1], 0x0D), (TagFixtures.alert, [3], 0x13),
            (TagFixtures.linkLoss, [9], 0x13), (TagFixtures.battery, [1], 0x03), (ITag.button, [1], 0x03),
        ] as [(AttributeName, [UInt8], UInt8)]
    )
    func `a write that cannot be carried out says why`(name: AttributeName, value: [UInt8], code: UInt8) {
        var tag = TagServices(connected: ITag(at: TagFixtures.start))
        #expect(throws: AttributeError(code: code)) { try write(&tag, value, to: name) }
    }

    @Test func `its battery is read, and notified when it changes`() throws {
        var tag = TagServices(connected: ITag(at: TagFixtures.start), subscribedTo: [TagFixtures.battery])
        #expect(tag.handle(.battery(73)) == [AttributeUpdate(TagFixtures.battery, value: [73])])
        #expect(tag.handle(.battery(73)).isEmpty)
        #expect(try tag.read(TagFixtures.battery, over: TagFixtures.open) == [73])
        #expect(throws: AttributeError.readNotPermitted) { try tag.read(ITag.button, over: TagFixtures.open) }
    }
}
