import Messages
import TestSupport
import Testing

@testable import MQTT

struct FlightTests {
    private func message(_ number: Int) -> Message { Message(topic: "t/\(number)", payload: []) }

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
        for number in 1...4 { #expect(flight.add(message(number))) }
        #expect(departures(&flight) == ["1 t/1", "2 t/2"])
        #expect(!flight.hasNext)
        #expect(flight.remove(2))
        #expect(departures(&flight) == ["3 t/3"])
        #expect(!flight.remove(2))
        #expect(!flight.remove(77))
        #expect(flight.remove(1))
        #expect(flight.remove(3))
        #expect(departures(&flight) == ["4 t/4"])
    }

    @Test(arguments: [true, false])
    func `the next connection sends again what was not answered, in its order`(isResumed: Bool) {
        var flight = Flight()
        flight.begin(quota: 3, isResumed: false)
        for number in 1...5 { #expect(flight.add(message(number))) }
        #expect(departures(&flight).count == 3)
        #expect(flight.remove(2))
        flight.beginConnection()
        #expect(departures(&flight).isEmpty)
        flight.begin(quota: 10, isResumed: isResumed)
        let star = isResumed ? " *" : ""
        #expect(departures(&flight) == ["1 t/1\(star)", "3 t/3\(star)", "4 t/4", "5 t/5"])
    }

    @Test func `what is dropped does not depart, and leaves its place to others`() {
        var flight = Flight()
        flight.begin(quota: 2, isResumed: false)
        for number in 1...4 { #expect(flight.add(message(number))) }
        #expect(departures(&flight) == ["1 t/1", "2 t/2"])
        #expect(flight.drop { ["t/2", "t/3"].contains($0.topic) } == 2)
        #expect(departures(&flight) == ["4 t/4"])
    }

    @Test func `an identifier is given again only when it is free`() {
        var flight = Flight()
        flight.begin(quota: .max, isResumed: false)
        let subscription = flight.reserve()
        #expect(subscription == 1)
        #expect(flight.add(message(2)))
        #expect(departures(&flight) == ["2 t/2"])
        for _ in 3...65535 {
            guard let identifier = flight.reserve() else { return #expect(Bool(false)) }
            flight.release(identifier)
        }
        #expect(flight.reserve() == 3)
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
                #expect(flight.add(message(added)))
            case 4..<8:
                guard let (identifier, topic) = underWay.randomElement(using: &generator) else { continue }
                underWay[identifier] = nil
                #expect(flight.remove(identifier))
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
            #expect(flight.remove(identifier))
            answered.insert(topic)
            depart()
        }
        #expect(answered.count == added)
    }
}
