import Messages
import TestSupport
import Testing

@testable import MQTT

struct FlightTests {
    private func message(_ number: Int) -> Message { Message(topic: "t/\(number)", payload: []) }

    private func expectAdded(_ message: Message, to flight: inout Flight) {
        let isAdded = flight.add(message)
        #expect(isAdded)
    }

    private func expectRemoved(_ identifier: UInt16, from flight: inout Flight, _ expected: Bool = true) {
        let isRemoved = flight.remove(identifier)
        #expect(isRemoved == expected)
    }

    /// What departs now, as "identifier topic", with a star when it is repeated.
    private func departures(_ flight: inout Flight) -> [String] {
        var told: [String] = []
        while let next = flight.next() {
            told.append("\(next.identifier) \(next.message.topic)\(next.isRepeated ? " *" : "")")
        }
        return told
    }

    @Test func `no more depart than the broker takes at once`() {
        var flight = Flight()
        flight.begin(quota: 2, isResumed: false)
        for number in 1...4 { expectAdded(message(number), to: &flight) }
        #expect(departures(&flight) == ["1 t/1", "2 t/2"])
        #expect(!flight.hasNext)
        expectRemoved(2, from: &flight)
        #expect(departures(&flight) == ["3 t/3"])
        expectRemoved(2, from: &flight, false)
        expectRemoved(77, from: &flight, false)
        expectRemoved(1, from: &flight)
        expectRemoved(3, from: &flight)
        #expect(departures(&flight) == ["4 t/4"])
    }

    @Test(arguments: [true, false])
    func `the next connection sends again what was not answered, in its order`(isResumed: Bool) {
        var flight = Flight()
        flight.begin(quota: 3, isResumed: false)
        for number in 1...5 { expectAdded(message(number), to: &flight) }
        #expect(departures(&flight).count == 3)
        expectRemoved(2, from: &flight)
        flight.beginConnection()
        #expect(departures(&flight).isEmpty)
        flight.begin(quota: 10, isResumed: isResumed)
        let star = isResumed ? " *" : ""
        #expect(departures(&flight) == ["1 t/1\(star)", "3 t/3\(star)", "4 t/4", "5 t/5"])
    }

    @Test func `what is dropped does not depart, and leaves its place to others`() {
        var flight = Flight()
        flight.begin(quota: 2, isResumed: false)
        for number in 1...4 { expectAdded(message(number), to: &flight) }
        #expect(departures(&flight) == ["1 t/1", "2 t/2"])
        let dropped = flight.drop { ["t/2", "t/3"].contains($0.topic) }
        #expect(dropped == 2)
        #expect(departures(&flight) == ["4 t/4"])
    }

    @Test func `an identifier is given again only when it is free`() throws {
        var flight = Flight()
        flight.begin(quota: .max, isResumed: false)
        let subscription = flight.reserve()
        #expect(subscription == 1)
        expectAdded(message(2), to: &flight)
        #expect(departures(&flight) == ["2 t/2"])
        for _ in 3...65535 {
            let identifier = flight.reserve()
            flight.release(try #require(identifier))
        }
        let next = flight.reserve()
        #expect(next == 3)
    }

    @Test(arguments: UInt64(0)..<50)
    func `each message departs once a connection and is answered once, whatever happens`(seed: UInt64) {
        var (flight, generator) = (Flight(), SeededGenerator(seed: seed))
        var (added, answered) = (0, Set<String>())
        var underWay: [UInt16: String] = [:]
        var quota = 5
        flight.begin(quota: 5, isResumed: false)
        func depart() {
            while let next = flight.next() {
                #expect(underWay.updateValue(next.message.topic, forKey: next.identifier) == nil)
                #expect(!answered.contains(next.message.topic))
            }
            #expect(underWay.count <= quota)
        }
        for _ in 0..<500 {
            switch Int.random(in: 0..<10, using: &generator) {
            case 0..<4:
                added += 1
                expectAdded(message(added), to: &flight)
            case 4..<8:
                guard let (identifier, topic) = underWay.randomElement(using: &generator) else { continue }
                underWay[identifier] = nil
                expectRemoved(identifier, from: &flight)
                #expect(answered.insert(topic).inserted)
            case 8:
                underWay = [:]
                quota = Int.random(in: 1...9, using: &generator)
                flight.beginConnection()
                flight.begin(quota: UInt16(quota), isResumed: Bool.random(using: &generator))
            default: break
            }
            depart()
        }
        while let (identifier, topic) = underWay.first {
            underWay[identifier] = nil
            expectRemoved(identifier, from: &flight)
            answered.insert(topic)
            depart()
        }
        #expect(answered.count == added)
    }
}
