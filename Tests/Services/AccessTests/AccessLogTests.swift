import Access
import StoreSupport
import Testing
import Tracking

@Suite(.onBothEngines) struct AccessLogTests {
    private let bench: AccessBench
    private let keys: DeviceID
    private let kim: Name

    init() throws {
        bench = try AccessBench()
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        kim = try Name("kim")
    }

    private func look(
        at seconds: Double,
        token: String? = nil,
        kind: AccessLogEntry.Kind = .lastPosition,
        from: Timestamp? = nil,
        to: Timestamp? = nil
    ) -> AccessLogEntry {
        let time = bench.at(seconds)
        return AccessLogEntry(
            viewer: kim,
            token: token,
            device: keys,
            kind: kind,
            source: "192.0.2.1",
            first: time,
            last: time,
            from: from,
            to: to
        )
    }

    @Test func `looks of one hour are one line with its first, its last and their number`() throws {
        // The start is 20 minutes after an hour.
        try bench.access.record([look(at: 10)], at: bench.at(30))
        try bench.access.record([look(at: 5), look(at: 60), look(at: 3600)], at: bench.at(3700))
        let lines = try bench.access.looks(of: keys.owner, limit: 10)
        #expect(lines.map(\.count) == [1, 3])
        #expect(lines.last?.first == bench.at(5) && lines.last?.last == bench.at(60))
    }

    @Test func `another token and a history are lines of their own`() throws {
        try bench.access.record([look(at: 1), look(at: 1, token: "abc"), look(at: 1, kind: .history)], at: bench.at(2))
        #expect(try bench.access.looks(of: nil, limit: 10).count == 3)
        #expect(try bench.access.looks(of: kim, limit: 10) == [])
        #expect(try bench.access.looks(of: keys.owner, tracker: kim, limit: 10) == [])
    }

    @Test func `the times that were asked for are joined, and no end is the widest`() throws {
        let (early, late) = (bench.at(-1000), bench.at(-10))
        try bench.access.record([look(at: 1, kind: .history, from: late, to: late)], at: bench.at(1))
        try bench.access.record([look(at: 2, kind: .history, from: early, to: early)], at: bench.at(2))
        var line = try #require(try bench.access.looks(of: nil, limit: 1).first)
        #expect(line.from == early && line.to == late)
        try bench.access.record([look(at: 3, kind: .history, to: early)], at: bench.at(3))
        line = try #require(try bench.access.looks(of: nil, limit: 1).first)
        #expect(line.from == nil && line.to == late)
    }

    @Test func `what is older than 90 days is forgotten`() throws {
        try bench.access.record([look(at: 0)], at: bench.at(1))
        try bench.access.record([look(at: 91 * 86_400)], at: bench.at(91 * 86_400))
        #expect(try bench.access.looks(of: nil, limit: 10).map(\.first) == [bench.at(91 * 86_400)])
    }
}
