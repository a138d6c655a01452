import Foundation
import Messages
import ServerSupport
import Settings
import Store
import StoreSupport
import Synchronization
import Testing
import Tracking

@testable import Notifications

/// What happens in these tests: Sam's bag is left behind on a May morning.
enum Fixture {
    static let start = Timestamp(milliseconds: 1_777_626_000_000)

    /// One change of level, that long after the start.
    static func alert(
        _ number: Int,
        _ event: AlertEvent,
        _ level: AlertLevel,
        from previous: AlertLevel,
        after seconds: Int64 = 0,
        episode: String? = nil,
        tracker: String = "bag",
        owner: String = "sam",
        distance: Double = 12
    ) throws -> AlertMessage {
        let time = start.advanced(by: .seconds(seconds))
        return AlertMessage(
            id: id(number, after: seconds, tracker),
            event: event,
            level: level,
            previous: previous,
            threshold: max(level, previous) == .critical && level != .none ? 10 : 5,
            distance: distance,
            confidence: 0.98,
            owner: try Name(owner),
            tracker: try Name(tracker),
            item: "Grüne Tasche",
            time: time,
            lastPosition: Position(
                coordinate: try Coordinate(latitude: 46.0569, longitude: 14.5058),
                accuracy: 5,
                time: time
            ),
            episode: episode ?? id(1, after: 0, tracker)
        )
    }

    static func id(_ number: Int, after seconds: Int64, _ tracker: String = "bag") -> String {
        let time = String(start.milliseconds + seconds * 1000, radix: 16)
        return String(repeating: "0", count: 12 - time.count) + time + "-sam-\(tracker)-\(number)"
    }

    static func raised() throws -> Notice {
        Notice(alert: try alert(1, .raised, .warning, from: .none, distance: 7), interval: 4...12)
    }

    static func escalated() throws -> Notice {
        Notice(alert: try alert(2, .escalated, .critical, from: .warning, after: 10), interval: 9...16)
    }

    static func cleared() throws -> Notice {
        Notice(alert: try alert(3, .cleared, .none, from: .warning, after: 60, distance: 1), interval: 0...3)
    }

    static func channel(
        _ name: String,
        _ change: (inout ChannelConfiguration) -> Void = { _ in }
    ) throws
        -> ChannelConfiguration
    {
        let address = try #require(WebAddress("http://127.0.0.1:1/secret"))
        var channel = ChannelConfiguration(name: try Name(name), kind: .webhook(.init(url: address)))
        channel.audience.reminders = true
        change(&channel)
        return channel
    }
}

extension AlertRow {
    /// As the history stores it.
    init(_ alert: AlertMessage) {
        self.init(
            id: alert.id,
            device: DeviceID(owner: alert.owner, device: alert.tracker),
            event: alert.event.rawValue,
            level: alert.level.rawValue,
            previous: alert.previous.rawValue,
            threshold: alert.threshold,
            distance: alert.distance,
            confidence: alert.confidence,
            time: alert.time,
            episode: alert.episode,
            payload: alert.encoded()
        )
    }
}

/// Runs the body with a directory of its own.
func withDirectory<Result>(_ body: (String) async throws -> Result) async throws -> Result {
    let directory = "\(FileManager.default.temporaryDirectory.path)/notify-\(UUID().uuidString)"
    try FileManager.default.createDirectory(atPath: directory, withIntermediateDirectories: true)
    defer { try? FileManager.default.removeItem(atPath: directory) }
    return try await body(directory)
}

/// Runs the body with an outbox of its own in which channels are open.
func withOutbox<Result>(
    _ channels: ChannelConfiguration...,
    body: (NotificationOutbox) async throws -> Result
) async throws -> Result {
    try await withDirectory { directory in
        let path =
            switch TestDatabase.current {
            case .sqlite: "\(directory)/notifications.sqlite"
            case .postgres(let server): server.address()
            }
        let outbox = try NotificationOutbox(path: path)
        try outbox.open(channels, at: Fixture.start)
        return try await body(outbox)
    }
}

/// Chance that is none: always the same share.
struct FixedChance: RandomNumberGenerator, Sendable {
    var value: UInt64 = 0

    mutating func next() -> UInt64 { value }
}
