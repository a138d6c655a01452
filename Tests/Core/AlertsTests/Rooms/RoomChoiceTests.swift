import Alerts
import Testing
import Tracking

/// In which room an item is.
@Suite struct RoomChoiceTests {
    private let kitchen: Name
    private let hall: Name

    init() throws { (kitchen, hall) = (try Name("kitchen-pi"), try Name("hall-pi")) }

    private func at(_ seconds: Double) -> Timestamp { Timestamp(milliseconds: Int64(seconds * 1000)) }

    /// What two gateways hear each second from a moment on.
    private func hear(
        _ choice: inout RoomChoice, kitchen near: Double?, hall far: Double?, from start: Int, seconds: Int
    ) {
        for second in start..<start + seconds {
            choice.heard(
                near.map { $0 + 59 }, samples: near == nil ? 0 : 1, by: kitchen, in: "Kitchen", at: at(Double(second)))
            choice.heard(
                far.map { $0 + 59 }, samples: far == nil ? 0 : 1, by: hall, in: "Hall", at: at(Double(second) + 0.5))
        }
    }

    @Test func `the room is that of the gateway that hears it best, with its doubt`() throws {
        var choice = RoomChoice()
        hear(&choice, kitchen: -55, hall: -75, from: 0, seconds: 10)
        #expect(choice.room == "Kitchen")
        let sure = try #require(choice.probability)
        #expect(sure > 0.85 && sure < 0.9)

        hear(&choice, kitchen: -65, hall: -66, from: 10, seconds: 30)
        #expect(choice.room == "Kitchen")
        let unsure = try #require(choice.probability)
        #expect(unsure > 0.45 && unsure < 0.65)
    }

    @Test func `the room changes once another is clearly more probable, and not by a moment's fading`() {
        var choice = RoomChoice()
        hear(&choice, kitchen: -60, hall: -70, from: 0, seconds: 20)
        hear(&choice, kitchen: -75, hall: -60, from: 20, seconds: 1)
        #expect(choice.room == "Kitchen")
        hear(&choice, kitchen: -66, hall: -65.5, from: 21, seconds: 60)
        #expect(choice.room == "Kitchen", "half a decibel is no reason to move")
        hear(&choice, kitchen: -70, hall: -60, from: 81, seconds: 20)
        #expect(choice.room == "Hall")
    }

    @Test func `the room follows a gateway that listens in vain, the other room it is`() {
        var choice = RoomChoice()
        hear(&choice, kitchen: -60, hall: -75, from: 0, seconds: 10)
        hear(&choice, kitchen: nil, hall: -80, from: 10, seconds: 30)
        #expect(choice.room == "Hall")
    }

    @Test func `the room is unknown a minute after the last word, and is told again at the first`() {
        var choice = RoomChoice()
        hear(&choice, kitchen: -60, hall: -75, from: 0, seconds: 10)
        let early = choice.age(at: at(60))
        #expect(!early)
        #expect(choice.room == "Kitchen")
        let late = choice.age(at: at(71))
        #expect(late)
        #expect(choice.room == nil && choice.probability == nil)
        hear(&choice, kitchen: -90, hall: -60, from: 100, seconds: 1)
        #expect(choice.room == "Hall")
    }

    @Test func `the room goes on after a restart with what was told, without knowing how probable that is`() {
        var choice = RoomChoice(room: "Hall", at: at(0))
        #expect(choice.room == "Hall" && choice.probability == nil)
        let kept = choice.age(at: at(30))
        #expect(!kept)
        hear(&choice, kitchen: -60, hall: -61, from: 30, seconds: 5)
        #expect(choice.room == "Hall", "what is as probable is no change")
        let forgotten = choice.age(at: at(200))
        #expect(forgotten && choice.room == nil)
    }

    @Test func `the room goes by the stronger of two gateways in one room, and by no word older than the last`() throws
    {
        var choice = RoomChoice()
        let second = try Name("kitchen-esp")
        hear(&choice, kitchen: -80, hall: -70, from: 0, seconds: 5)
        #expect(choice.room == "Hall")
        for moment in 5..<15 { choice.heard(9, samples: 1, by: second, in: "Kitchen", at: at(Double(moment))) }
        #expect(choice.room == "Kitchen")
        choice.heard(39, samples: 1, by: hall, in: "Hall", at: at(1))
        #expect(choice.room == "Kitchen")
    }

    @Test func `the room may be one without a gateway, where somebody has measured the rooms`() {
        let map = RoomMap([
            "Kitchen": [kitchen: -5, hall: -25], "Hall": [kitchen: -25, hall: -5],
            "Bathroom": [kitchen: -18, hall: -20],
        ])
        func heard(_ choice: inout RoomChoice, _ near: Double?, _ far: Double?, from start: Int) {
            for second in start..<start + 30 {
                let now = at(Double(second))
                choice.heard(near, samples: near == nil ? 0 : 1, by: kitchen, in: "Kitchen", on: map, at: now)
                choice.heard(far, samples: far == nil ? 0 : 1, by: hall, in: nil, on: map, at: now)
            }
        }
        var choice = RoomChoice()
        heard(&choice, -17, -21, from: 0)
        #expect(choice.room == "Bathroom")
        heard(&choice, -7, -24, from: 30)
        #expect(choice.room == "Kitchen")
        heard(&choice, nil, -8, from: 60)
        #expect(choice.room == "Hall")
    }

    @Test func `a survey of which no gateway is there any more counts for nothing`() throws {
        let map = RoomMap(["Cellar": [try Name("old"): -10]])
        var choice = RoomChoice()
        choice.heard(-10, samples: 1, by: kitchen, in: "Kitchen", on: map, at: at(0))
        #expect(choice.room == "Kitchen")
    }

    @Test func `the room stays as long as a link in it stands, also where nobody tells how strong that is`() {
        var choice = RoomChoice()
        hear(&choice, kitchen: -60, hall: -75, from: 0, seconds: 10)
        // A linked tag advertises no more: the hall listens in vain.
        for second in stride(from: 10, to: 600, by: 10) {
            choice.heard(nil, samples: 1, by: kitchen, in: "Kitchen", at: at(Double(second)))
            choice.heard(nil, samples: 0, by: hall, in: "Hall", at: at(Double(second) + 0.5))
            let isForgotten = choice.age(at: at(Double(second) + 1))
            #expect(!isForgotten && choice.room == "Kitchen")
        }
        // It is let go for a moment, and has been carried over meanwhile.
        hear(&choice, kitchen: -80, hall: -60, from: 601, seconds: 4)
        #expect(choice.room == "Hall")
        let isForgotten = choice.age(at: at(700))
        #expect(isForgotten)
    }

    @Test func `the room of the only gateway with a link is told, and any strength says more`() {
        var choice = RoomChoice()
        choice.heard(nil, samples: 1, by: kitchen, in: "Kitchen", at: at(0))
        #expect(choice.room == "Kitchen")
        hear(&choice, kitchen: -85, hall: -60, from: 1, seconds: 2)
        #expect(choice.room == "Hall")
    }
}
