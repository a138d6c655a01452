import Messages
import Testing
import Tracking

@testable import Store
@testable import tagalong

/// What a list says of an item's level.
@Suite struct ItemLineTests {
    private let now: Timestamp
    private let keys: DeviceID
    private let pocket: Name

    init() throws {
        now = try #require(Timestamp("2026-05-01T09:00:00Z"))
        keys = DeviceID(owner: try Name("sam"), device: try Name("keys"))
        pocket = try Name("pocket")
    }

    /// An item whose last fix came through a gateway so many seconds ago.
    private func line(_ level: Level, age: Int, isDeaf: Bool) throws -> ItemLine {
        let time = now.advanced(by: .seconds(-age))
        var evidence = EvidenceMessage(
            time: time,
            warning: .init(distance: 5, probability: 0, odds: nil, needed: 6),
            critical: .init(distance: 10, probability: 0, odds: nil, needed: 60)
        )
        evidence.gateways = [.init(name: pocket, standing: .carried, isBlind: isDeaf, counts: !isDeaf)]
        var state = StateMessage(level: level, since: time, item: "Keys")
        state.distance = 0
        let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: time)
        let row = ItemRow(
            device: DeviceRow(id: keys, kind: .tracker, item: try ItemName("Keys"), created: time),
            lastFix: StoredFix(device: keys, fix: fix, gateway: pocket, received: time),
            documents: [.state: state.encoded(), .evidence: evidence.encoded()]
        )
        return ItemLine(row, at: now)
    }

    @Test(
        arguments: [
            (Level.near, 1, false, "near", "1 s ago", nil), (.near, 1, true, "near", "1 s ago", nil),
            (.near, 3600, false, "unknown (too old)", "60 min ago", "too-old"),
            (.unknown, 1, true, "unknown (pocket receives nothing)", "1 s ago", "gateway-receives-nothing"),
            (.unknown, 1, false, "unknown", "1 s ago", nil),
        ] as [(Level, Int, Bool, String, String, String?)]
    )
    func `a level that is unknown beside a distance says why`(
        level: Level,
        age: Int,
        isDeaf: Bool,
        cell: String,
        lastSeen: String,
        word: String?
    ) throws {
        let line = try line(level, age: age, isDeaf: isDeaf)
        #expect(line.cells[2] == cell && line.cells[3] == "0 m" && line.cells[6] == lastSeen)
        #expect(line.json.line.contains("unknown_because") == (word != nil))
        if let word { #expect(line.json.line.contains(#""unknown_because":"\#(word)""#)) }
        #expect(!line.json.line.contains("marked_lost"))
        let explanation = Explanation(line: line, evidence: nil, alerts: [], now: now).text
        let isTold = explanation.contains("gateway pocket, through which it spoke last, receives nothing any more")
        #expect(isTold == (word == "gateway-receives-nothing"))
    }

    @Test func `what is marked as lost says so whatever its level`() throws {
        let rules = ItemRules(lost: LostMark(since: now, note: "Left on bus 12"))
        let state = StateMessage(level: .near, since: now, item: "Keys")
        let fix = Fix(coordinate: try Coordinate(latitude: 46, longitude: 14), time: now)
        let row = ItemRow(
            device: DeviceRow(id: keys, kind: .tracker, item: try ItemName("Keys"), created: now),
            lastFix: StoredFix(device: keys, fix: fix, received: now),
            documents: [.state: state.encoded(), .rules: rules.encoded()]
        )
        let line = ItemLine(row, at: now)
        #expect(line.cells[2] == "near, marked as lost")
        let mark = #""marked_lost":{"since":"2026-05-01T09:00:00.000Z","note":"Left on bus 12"}"#
        #expect(line.json.line.contains(mark))
    }
}
