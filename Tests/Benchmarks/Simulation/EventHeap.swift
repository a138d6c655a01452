import HeapModule

/// The bare minimum of any discrete-event simulation: taking the next event and putting in another.
struct EventHeap {
    private struct Event: Comparable {
        var time: Int64
        var number: Int

        static func < (left: Event, right: Event) -> Bool {
            (left.time, left.number) < (right.time, right.number)
        }
    }

    private var events: Heap<Event> = []
    private var scheduled = 0

    init(pending: Int) {
        for index in 0..<pending { schedule(at: Int64(index % 1000)) }
    }

    private mutating func schedule(at time: Int64) {
        events.insert(Event(time: time, number: scheduled))
        scheduled += 1
    }

    /// Lets so many events happen, each of which schedules the next one second later.
    mutating func run(_ count: Int) {
        for _ in 0..<count {
            guard let event = events.popMin() else { return }
            schedule(at: event.time + 1000)
        }
    }
}
