import StoreSupport
import Testing
import Tracking

@testable import Store

@Suite(.onBothEngines) struct ResultTests {
    let store: Store
    let device: DeviceID
    let now = Timestamp(milliseconds: 1_735_689_600_000)

    init() throws {
        store = try Store.forTest()
        device = try .sample()
    }

    @Test func `an item has a name, thresholds, the last fix and the state`() throws {
        let thresholds = try Thresholds(warning: 3, critical: 8)
        let fix = try StoredFix.sample(device, sequence: 1)
        let state = DocumentRow(device: device, kind: .state, payload: [1, 2], updated: now)
        try store.write { transaction in
            try transaction.setItem(ItemName("keys"), thresholds: thresholds, of: device, at: now)
            _ = try transaction.insert(fix)
            _ = try transaction.insert(.sample(.sample("phone")))
            try transaction.saveDocument(state)
        }
        let row = DeviceRow(
            id: device,
            kind: .tracker,
            item: try ItemName("keys"),
            thresholds: thresholds,
            created: now
        )
        #expect(try store.items() == [ItemRow(device: row, lastFix: fix, documents: [.state: [1, 2]])])
        #expect(try store.device(device) == row)
        #expect(try store.devices().map(\.kind) == [.tracker, .phone])
        #expect(try store.document(.state, of: device) == state)
        #expect(try store.document(.desired, of: device) == nil)
    }

    @Test func `a phone becomes a tracker, never the other way`() throws {
        try store.insert([.sample(device)])
        #expect(try store.device(device)?.kind == .phone)
        try store.insert([.sample(device, at: 1, sequence: 1)])
        try store.insert([.sample(device, at: 2)])
        #expect(try store.device(device)?.kind == .tracker)
    }

    @Test func `the last document of a kind replaces the one before`() throws {
        for payload in [[1], [2, 3], []] as [[UInt8]] {
            let row = DocumentRow(device: device, kind: .reported, payload: payload, updated: now)
            try store.write { try $0.saveDocument(row) }
            #expect(try store.document(.reported, of: device) == row)
        }
    }

    @Test func `a message waits in the outbox until it was sent`() throws {
        let rows = ["b", "a"].map { OutboxRow(id: $0, device: device, topic: "t/\($0)", payload: [9], created: now) }
        let new = try store.write { transaction in
            var new: [Bool] = []
            for row in rows + rows { new.append(try transaction.enqueue(row)) }
            return new
        }
        #expect(new == [true, true, false, false])
        #expect(try store.pendingOutbox() == [rows[1], rows[0]])
        try store.write { try $0.removeOutbox("a") }
        #expect(try store.pendingOutbox() == [rows[0]])
        #expect(try store.write { try $0.enqueue(rows[1]) })
        #expect(try store.pendingOutbox(limit: 1) == [rows[1]])
    }

    @Test func `the tenth message of a moment goes out behind the ninth`() throws {
        let ids = (8...11).map { "01a22669da0c-sam-keys-\($0)" }
        let rows = ids.map { OutboxRow(id: $0, device: device, topic: "t", payload: [9], created: now) }
        let before = OutboxRow(
            id: "01a22669da0b-sam-keys-100", device: device, topic: "t", payload: [9],
            created: now.advanced(by: .milliseconds(-1))
        )
        try store.write { transaction in for row in rows.reversed() + [before] { try transaction.enqueue(row) } }
        #expect(try store.pendingOutbox().map(\.id) == [before.id] + ids)
    }

    @Test func `what went out is not kept in the outbox, nor what an earlier version kept there`() throws {
        let rows = ["a", "b"].map { OutboxRow(id: $0, device: device, topic: "t/\($0)", payload: [9], created: now) }
        try store.write { transaction in for row in rows { try transaction.enqueue(row) } }
        try store.write { try $0.removeOutbox("a") }
        #expect(try count("outbox") == 1)
        try store.write { try $0.database.execute("UPDATE outbox SET sent_ms = 1") }
        try store.write { try $0.removeSent() }
        #expect(try count("outbox") == 0)
    }

    @Test func `what waits of a device goes with its alerts, and an alert that is still kept is still told`() throws {
        let later = now.advanced(by: .seconds(60))
        try store.write { transaction in
            for (id, created) in [("gone", now), ("kept", now), ("new", later)] {
                try transaction.enqueue(OutboxRow(id: id, device: device, topic: "t", payload: [9], created: created))
            }
            try transaction.insert(
                AlertRow(
                    id: "kept",
                    device: device,
                    event: "raised",
                    level: "warning",
                    previous: "none",
                    threshold: 5,
                    distance: 6,
                    confidence: 1,
                    time: now,
                    episode: "e"
                )
            )
        }
        let removed = try store.write { try $0.expireOutbox(of: device, before: later, rows: 10) }
        #expect(removed == ["gone"])
        #expect(try store.pendingOutbox().map(\.id) == ["kept", "new"])
        #expect(try store.write { try $0.expireOutbox(of: .sample("other"), before: later, rows: 10) } == [])
    }

    private func count(_ table: String) throws -> Int? {
        try store.rows(table)
    }

    @Test func `alerts are kept once each and listed newest first`() throws {
        let rows = (1...3).map { number in
            AlertRow(
                id: "\(number)",
                device: device,
                event: "raised",
                level: "warning",
                previous: "none",
                threshold: 5,
                distance: 6.5,
                confidence: 0.97,
                time: now.advanced(by: .seconds(number)),
                episode: "e",
                payload: number == 2 ? [1] : nil,
                evidence: number == 3 ? [2] : nil
            )
        }
        let new = try store.write { transaction in
            var new: [Bool] = []
            for row in rows + rows { new.append(try transaction.insert(row)) }
            return new
        }
        #expect(new == [true, true, true, false, false, false])
        #expect(try store.alerts(of: device) == rows.reversed())
        #expect(try store.alerts(of: nil, limit: 2) == [rows[2], rows[1]])
        #expect(try store.alerts(of: .sample("other")) == [])
        var search = AlertSearch()
        search.devices = []
        #expect(try store.alerts(search, limit: 9) == [])
        search.devices = [try .sample("other"), device]
        #expect(try store.alerts(search, limit: 2) == [rows[2], rows[1]])
        search.devices = [try .sample("other")]
        #expect(try store.alerts(search, limit: 1) == [])
    }

    @Test func `a word that the schema does not know is refused, and the batch with it`() throws {
        let row = AlertRow(
            id: "1",
            device: device,
            event: "exploded",
            level: "none",
            previous: "none",
            threshold: 5,
            distance: 6,
            confidence: 1,
            time: now,
            episode: "e"
        )
        let error = #expect(throws: StoreError.self) { try store.write { try $0.insert(row) } }
        #expect(error?.description.lowercased().contains("check constraint") == true)
        #expect(try store.devices() == [])
    }

    @Test func `the alert engine finds the state that it saved last`() throws {
        for state in [[1], [2, 3]] as [[UInt8]] {
            try store.write { try $0.saveAlertState(state, of: device, at: now) }
        }
        #expect(try store.alertState(of: device) == [2, 3])
        #expect(try store.alertState(of: .sample("other")) == nil)
        #expect(try store.alertStates() == [device: [2, 3]])
    }

    @Test func `place events are kept once each`() throws {
        let home = try Coordinate(latitudeE7: 482_000_000, longitudeE7: 163_000_000)
        let enter = PlaceEventRow(
            device: device,
            time: now,
            event: .enter,
            place: "home",
            coordinate: home,
            payload: [1]
        )
        let leave = PlaceEventRow(device: device, time: now, event: .leave, place: "home", payload: [2])
        let new = try store.write { transaction in
            try [transaction.insert(enter), transaction.insert(leave), transaction.insert(enter)]
        }
        #expect(new == [true, true, false])
        #expect(try store.placeEvents(of: device) == [leave, enter])
    }
}
