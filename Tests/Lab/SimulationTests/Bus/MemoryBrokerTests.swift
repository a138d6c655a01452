import Messages
import Testing
import Tracking

@testable import Simulation

/// Clients of a broker in memory, and what reached them.
struct BrokerBench {
    var broker = MemoryBroker(seed: 1)
    var now = Timestamp(seconds: 0)

    mutating func add(_ filters: [String], will: Message? = nil, persistent: Bool = true, connected: Bool = true) -> Int
    {
        let session = BusSession(
            clientID: "client",
            subscriptions: filters.map { .init($0) },
            will: will,
            persistent: persistent
        )
        let client = broker.add(session)
        if connected { broker.connect(client) }
        return client
    }

    mutating func publish(
        _ topic: String,
        _ text: String,
        from client: Int,
        retained: Bool = false,
        _ quality: QualityOfService = .atLeastOnce
    ) {
        let message = Message(topic: topic, payload: Array(text.utf8), quality: quality, retained: retained)
        broker.publish(message, from: client, at: now)
    }

    /// What is delivered now, as `client topic text`, with a star for what was kept.
    mutating func deliveries() -> [String] {
        var seen: [String] = []
        while let next = broker.next() {
            let text = String(decoding: next.message.payload, as: UTF8.self)
            seen.append("\(next.client) \(next.message.topic) \(text)\(next.message.retained ? "*" : "")")
        }
        return seen
    }
}

@Suite struct MemoryBrokerTests {
    var bench = BrokerBench()

    @Test mutating func `a message goes to every subscriber once, the sender too`() {
        let a = bench.add(["a/+", "a/b", "#"])
        let b = bench.add(["a/b"])
        _ = bench.add(["a/c"])
        bench.publish("a/b", "x", from: a)
        #expect(bench.deliveries() == ["\(a) a/b x", "\(b) a/b x"])
        #expect(!bench.broker.hasDeliveries)
    }

    @Test mutating func `what is on its way goes on after the broker has let go of its memory`() {
        let a = bench.add(["a/b"])
        bench.publish("a/b", "x", from: a, retained: true)
        bench.broker.rest()
        #expect(bench.deliveries() == ["\(a) a/b x"])
        bench.broker.rest()
        let b = bench.add(["a/b", "a/+"])
        bench.publish("a/b", "y", from: a)
        #expect(bench.deliveries() == ["\(b) a/b x*", "\(b) a/b x*", "\(a) a/b y", "\(b) a/b y"])
    }

    @Test mutating func `a retained message meets later subscribers, marked; live it is not marked`() {
        let a = bench.add(["t"])
        bench.publish("t", "1", from: a, retained: true)
        bench.publish("t", "2", from: a, retained: true)
        #expect(bench.deliveries() == ["0 t 1", "0 t 2"])
        _ = bench.add(["t"])
        _ = bench.add(["+"])
        _ = bench.add(["other"])
        #expect(bench.deliveries() == ["1 t 2*", "2 t 2*"])
        bench.publish("t", "", from: a, retained: true)
        #expect(bench.deliveries() == ["0 t ", "1 t ", "2 t "])
        _ = bench.add(["t"])
        #expect(bench.deliveries() == [], "an empty payload takes it back")
    }

    @Test mutating func `whoever wants to hear what is kept hears it of live messages too`() {
        let a = bench.add(["t"])
        let b = bench.broker.add(
            BusSession(clientID: "b", subscriptions: [.init("+", options: .keepsRetained)], persistent: true)
        )
        bench.broker.connect(b)
        bench.publish("t", "1", from: a, retained: true)
        bench.publish("t", "2", from: a)
        #expect(bench.deliveries() == ["\(a) t 1", "\(b) t 1*", "\(a) t 2", "\(b) t 2"])
    }

    @Test mutating func `whoever wants to hear others only does not hear its own words, and its own will`() {
        let a = bench.add(["t"])
        let will = Message(topic: "t", payload: [0x77])
        let b = bench.broker.add(
            BusSession(clientID: "b", subscriptions: [.init("t", options: .othersOnly)], will: will, persistent: true)
        )
        bench.broker.connect(b)
        bench.publish("t", "1", from: b)
        bench.publish("t", "2", from: a)
        bench.broker.disconnect(b, clean: false)
        bench.broker.connect(b)
        #expect(bench.deliveries() == ["\(a) t 1", "\(a) t 2", "\(b) t 2", "\(a) t w"])
    }

    @Test mutating func `a persistent session is kept what it misses of quality 1, before what is retained`() {
        let a = bench.add([])
        let b = bench.add(["t"])
        bench.broker.disconnect(b, clean: true)
        bench.publish("t", "1", from: a, retained: true)
        bench.publish("t", "2", from: a, retained: true)
        bench.publish("t", "3", from: a, .atMostOnce)
        #expect(bench.deliveries() == [])
        bench.broker.connect(b)
        #expect(bench.deliveries() == ["1 t 1", "1 t 2", "1 t 2*"])
        bench.broker.disconnect(b, clean: true)
        bench.broker.connect(b)
        #expect(bench.deliveries() == ["1 t 2*"], "queued messages come once")
    }

    @Test(arguments: [(true, false), (false, true)])
    mutating func `nothing waits for a session that is not persistent, or was never there`(
        persistent: Bool,
        connected: Bool
    ) {
        let a = bench.add([])
        let b = bench.add(["t"], persistent: persistent, connected: connected)
        if connected { bench.broker.disconnect(b, clean: true) }
        bench.publish("t", "1", from: a)
        bench.broker.connect(b)
        #expect(bench.deliveries() == [])
    }

    @Test(arguments: [(true, []), (false, ["0 w gone"])])
    mutating func `a will is spoken for who leaves without a word`(clean: Bool, seen: [String]) {
        _ = bench.add(["w"])
        let b = bench.add([], will: Message(topic: "w", payload: Array("gone".utf8), retained: true))
        bench.broker.disconnect(b, clean: clean)
        bench.broker.disconnect(b, clean: clean)
        #expect(bench.deliveries() == seen)
    }

    @Test mutating func `while the broker is down quality 1 waits with its sender`() {
        let a = bench.add([])
        let b = bench.add(["t"])
        bench.broker.goDown()
        #expect(!bench.broker.isUp)
        bench.publish("t", "1", from: a)
        bench.publish("t", "0", from: a, .atMostOnce)
        bench.broker.connect(a)
        #expect(bench.deliveries() == [])
        bench.broker.comeUp()
        bench.broker.connect(b)
        bench.broker.connect(a)
        #expect(bench.deliveries() == ["1 t 1"])
    }

    @Test mutating func `who crashes sends nothing of what was waiting`() {
        let a = bench.add([], will: Message(topic: "t", payload: Array("w".utf8)))
        let b = bench.add(["t"])
        bench.broker.goDown()
        bench.publish("t", "1", from: a)
        bench.broker.crash(a)
        bench.broker.comeUp()
        bench.broker.connect(b)
        bench.broker.connect(a)
        #expect(bench.deliveries() == [])
        bench.broker.crash(a)
        #expect(bench.deliveries() == ["1 t w"])
    }

    @Test mutating func `a real broker's other habits: subscriptions and retained messages outlive it`() {
        let a = bench.add([])
        let b = bench.add(["t"])
        bench.publish("t", "1", from: a, retained: true)
        _ = bench.deliveries()
        bench.broker.goDown()
        bench.broker.comeUp()
        bench.broker.connect(b)
        #expect(bench.deliveries() == ["1 t 1*"])
    }
}

@Suite struct FaultyNetworkTests {
    /// How many copies of how many positions arrive, and their order.
    private func positions(drop: Double, duplicate: Double, reorder: Int64, seed: UInt64 = 5, topic: String) -> [Int] {
        var bench = BrokerBench()
        bench.broker = MemoryBroker(seed: seed)
        let a = bench.add(["#"])
        bench.broker.set(.init(drop: drop, duplicate: duplicate, reorder: .milliseconds(reorder)))
        var seen: [Int] = []
        for number in 0..<10_100 {
            bench.now = Timestamp(milliseconds: Int64(number) * 100)
            bench.broker.advance(to: bench.now)
            if number < 10_000 { bench.publish(topic, "\(number)", from: a) }
            while let next = bench.broker.next() {
                seen.append(Int(String(decoding: next.message.payload, as: UTF8.self)) ?? -1)
            }
        }
        return seen
    }

    @Test(arguments: [(0.05, 0.0), (0, 0.05), (0.3, 0.5), (1, 0), (0, 1), (0, 0)])
    func `as many positions are lost and doubled as was asked for`(drop: Double, duplicate: Double) {
        for reorder in [0, 3000] as [Int64] {
            let seen = positions(drop: drop, duplicate: duplicate, reorder: reorder, topic: "owntracks/sam/keys")
            let different = Double(Set(seen).count)
            let copies = Double(seen.count) - different
            // Five standard deviations of a binomial count.
            let (kept, doubled) = (10_000 * (1 - drop), 10_000 * (1 - drop) * duplicate)
            #expect(abs(different - kept) <= 5 * (kept * drop).squareRoot())
            #expect(abs(copies - doubled) <= 5 * (doubled * (1 - duplicate * (1 - drop))).squareRoot())
        }
    }

    @Test func `a delay changes the order and loses nothing, and nothing is later than asked for`() {
        let seen = positions(drop: 0, duplicate: 0, reorder: 3000, topic: "owntracks/sam/keys")
        #expect(seen != seen.sorted() && seen.sorted() == Array(0..<10_000))
        #expect(seen.enumerated().allSatisfy { abs($0.offset - $0.element) <= 60 })
    }

    @Test func `the same seed has the same faults, another one has others`() {
        let first = positions(drop: 0.1, duplicate: 0.1, reorder: 1000, topic: "owntracks/sam/keys")
        #expect(first == positions(drop: 0.1, duplicate: 0.1, reorder: 1000, topic: "owntracks/sam/keys"))
        #expect(first != positions(drop: 0.1, duplicate: 0.1, reorder: 1000, seed: 6, topic: "owntracks/sam/keys"))
    }

    @Test func `only positions suffer`() {
        let seen = positions(drop: 1, duplicate: 1, reorder: 3000, topic: "tagalong/sam/keys/command")
        #expect(seen == Array(0..<10_000))
    }

    @Test func `what is on its way is taken at once, in order, and what comes meanwhile is taken next`() {
        var bench = BrokerBench()
        let reader = bench.add(["a", "b"])
        let writer = bench.add([])
        for text in ["1", "2", "3"] { bench.publish(text == "2" ? "b" : "a", text, from: writer) }
        var taken: [MemoryBroker.Delivery] = []
        #expect(bench.broker.next()?.message.payload == Array("1".utf8))
        bench.broker.take(&taken)
        #expect(taken.map(\.client) == [reader, reader])
        #expect(taken.map { String(decoding: $0.message.payload, as: UTF8.self) } == ["2", "3"])
        #expect(!bench.broker.hasDeliveries)
        bench.publish("a", "4", from: writer)
        bench.broker.take(&taken)
        #expect(taken.map { "\($0.message.topic) \(String(decoding: $0.message.payload, as: UTF8.self))" } == ["a 4"])
        bench.broker.take(&taken)
        #expect(taken.isEmpty)
    }
}
