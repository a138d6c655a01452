import Foundation
import Messages
import Testing
import Tracking

@testable import Notifications

/// What is true of the file of the outbox alone.
@Suite struct OutboxFileTests {
    private func later(_ seconds: Int) -> Timestamp { Fixture.start.advanced(by: .seconds(seconds)) }

    @Test func `the file is for its owner alone`() async throws {
        try await withOutbox { outbox in
            for suffix in ["", "-wal", "-shm"] {
                let attributes = try FileManager.default.attributesOfItem(atPath: outbox.database.path + suffix)
                #expect((attributes[.posixPermissions] as? NSNumber)?.intValue == 0o600)
            }
        }
    }

    @Test func `a strange file is refused and left as it is`() async throws {
        try await withDirectory { directory in
            let path = "\(directory)/strange.sqlite"
            try "no database, but some text that is long enough".write(toFile: path, atomically: true, encoding: .utf8)
            #expect(throws: NotificationError.self) { try NotificationOutbox(path: path) }
            #expect(try String(contentsOfFile: path, encoding: .utf8).hasPrefix("no database"))
        }
    }

    @Test func `what is known of an item that is deleted is forgotten, in every part of the file`() async throws {
        let channel = try Fixture.channel("a")
        try await withOutbox(channel) { outbox in
            var secret = Notice(alert: try Fixture.alert(1, .raised, .warning, from: .none, tracker: "keys"))
            secret.alert.item = "Violin of my aunt"
            try outbox.enqueue([try Fixture.raised(), secret], for: [channel], at: later(0))
            try outbox.show(.init(server: "x", number: 1, link: "/keys"), on: channel.name, at: secret.place)
            let mark = Notice.markedPlace(secret.device)
            try outbox.show(.init(server: "x", number: 2, link: "/keys"), on: channel.name, at: mark)
            try outbox.purge { $0.device.text == "bag" }
            #expect(try outbox.shown(on: channel.name, at: mark) == nil)
            #expect(try outbox.deliveries().map(\.notice.alert.tracker.text) == ["bag"])
            #expect(try outbox.shown(on: channel.name, at: secret.place) == nil)
            for suffix in ["", "-wal"] {
                let bytes = try Data(contentsOf: URL(fileURLWithPath: outbox.database.path + suffix))
                #expect(bytes.range(of: Data("Violin of my aunt".utf8)) == nil)
            }
        }
    }
}
