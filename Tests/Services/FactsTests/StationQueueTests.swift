import Testing

@testable import Facts

/// A weather station that tells more than anybody wants to know holds up nobody else.
struct StationQueueTests {
    private static func told(_ number: Int) -> StationEvent { .told(Array("\(number)".utf8), isKept: false) }

    @Test func `of a thousand messages the newest are looked at, in their order, and then there is a pause`() {
        var queue = StationQueue()
        for number in 0..<1000 { queue.put(Self.told(number)) }
        let taken = queue.take()
        #expect(taken.events == (1000 - StationQueue.most..<1000).map(Self.told))
        #expect(taken.isPaced)
        let rest = queue.take()
        #expect(rest.events.isEmpty && !rest.isPaced)
    }

    @Test func `what happens to the connection does not wait, and keeps its place between what is told`() {
        var queue = StationQueue()
        let begin: [StationEvent] = [.listening, .told([], isKept: true)]
        for event in begin { queue.put(event) }
        let first = queue.take()
        #expect(first.events == begin && !first.isPaced)
        queue.put(Self.told(1))
        queue.put(.unheard("gone"))
        let second = queue.take()
        #expect(second.events == [Self.told(1), .unheard("gone")] && second.isPaced)
    }
}
