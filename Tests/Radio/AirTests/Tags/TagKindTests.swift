import Air
import Bluetooth
import TestSupport
import Testing
import Tracking

struct TagKindTests {
    @Test(arguments: TagKind.allCases)
    func `a simulated tag is recognised by the profile of its name`(kind: TagKind) throws {
        let library = try TagFixtures.library()
        let name = try Name(kind.rawValue)
        #expect(library[name] != nil && TagKind(profile: name) == kind)
        var tag = kind.tag(number: 0x1234_5678, at: TagFixtures.start)
        for _ in 0..<3 {
            let data = try #require(tag.advertisingData)
            #expect(data.count <= 31)
            #expect(try library.recognise(Advertisement(decoding: data))?.profile.name == name)
            _ = tag.handle(.owner(isNear: false))
            _ = tag.advance(to: tag.nextWakeUp ?? tag.now)
            // Some sleep until their button is pressed.
            _ = tag.handle(.pressed)
        }
    }

    @Test(arguments: ["tagalong-t1", "tile", "nothing"])
    func `other profiles have no simulated tag`(name: String) throws {
        #expect(try TagKind(profile: Name(name)) == nil)
    }

    @Test(arguments: [TagKind.ibeacon, .eddystone, .fmdn])
    func `tags of a kind are told apart by their numbers, and one number is always the same tag`(kind: TagKind) {
        let all = Set((0..<100).map { kind.tag(number: $0, at: TagFixtures.start).advertisingData })
        #expect(all.count == 100)
        #expect(all == Set((0..<100).map { kind.tag(number: $0, at: TagFixtures.start).advertisingData }))
    }

    @Test(arguments: TagKind.allCases)
    func `random writes of every length and random events never trap`(kind: TagKind) {
        var generator = SeededGenerator(seed: 47)
        var tag = kind.tag(number: 1, at: TagFixtures.start)
        let names = TagFixtures.names(of: tag)
        var answers = 0
        for length in 0...513 {
            for name in names {
                var value = (0..<length).map { _ in UInt8.random(in: 0...255, using: &generator) }
                if length > 1 { value[1] &= 7 }
                disturb(&tag, name, &generator)
                do throws(AttributeError) {
                    _ = try tag.write(value, to: name, over: TagFixtures.open)
                    answers += 1
                } catch {
                    #expect(error.code != 0)
                }
                if (try? tag.read(name, over: TagFixtures.open)) != nil { answers += 1 }
            }
        }
        #expect(tag.services.isEmpty == (answers == 0))
    }

    private func disturb(_ tag: inout TagServices, _ name: AttributeName, _ generator: inout SeededGenerator) {
        let isOn = Bool.random(using: &generator)
        let events: [TagEvent] = [
            .link(isUp: isOn), .subscribed(name, true), .subscribed(name, isOn), .pressed, .owner(isNear: isOn),
            .battery(Int.random(in: -5...300, using: &generator)),
        ]
        if let event = events.randomElement(using: &generator) { _ = tag.handle(event) }
        let pause = Duration.milliseconds(Int64.random(in: 0...3_600_000, using: &generator))
        _ = tag.advance(to: tag.now.advanced(by: pause))
        _ = tag.takeEffects()
    }
}
