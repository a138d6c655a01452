import Foundation
import Messages
import Reminders
import Tracking

/// What a run came to, as `simulate --report` writes it.
public struct RunReport: Encodable, Sendable {
    public var scenario: String
    public var seed: UInt64
    public var simulatedSeconds: Double
    public var wallSeconds: Double
    public var messages: Messages
    public var trackers: [Tracker]
    public var reminders: [Reminder]
    public var expectations: [Verdict]
    public var passed: Bool

    /// Counts of messages.
    public struct Messages: Encodable, Sendable {
        /// What trackers, phones, gateways and the owners' console have published.
        public var published: Int
        /// The bytes of their topics and payloads.
        public var bytes: Int
        /// Positions of trackers and phones that the history service has stored; in front of real services, that have
        /// arrived on the broker.
        public var stored: Int
        /// Further copies of them.
        public var duplicates: Int
        /// What the history service has put aside; 0 in front of real services, which do not tell.
        public var quarantined: Int
    }

    /// One tracker of the run, in the file's order.
    public struct Tracker: Encodable, Sendable {
        public var id: String
        public var owner: String
        public var modes: [ModeChange]
        public var alerts: [Alert]
        public var fixes: Int
        public var batteryStart: Double
        public var batteryEnd: Double
        public var energy: Double
        /// Days that a full battery lasts if all goes on as in the run; nil where that cannot be told.
        public var batteryLife: Double?

        enum CodingKeys: String, CodingKey {
            case id, owner, modes, alerts, fixes
            case batteryStart = "battery_start"
            case batteryEnd = "battery_end"
            case energy = "energy_mwh"
            case batteryLife = "battery_life_days"
        }
    }

    /// One reminder of the run, in the file's order.
    public struct Reminder: Encodable, Sendable {
        public var owner: String
        public var id: String
        /// What a person calls it.
        public var name: String
        public var events: [ReminderEvent]
        public var statuses: [ReminderStatus]
    }

    /// That a reminder was told, or what its owner did then.
    public struct ReminderEvent: Encodable, Sendable {
        public var at: Double
        public var event: String
        /// What was found of each of its conditions.
        public var why: [String]

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case event, why
        }
    }

    /// How a reminder stands from a moment on.
    public struct ReminderStatus: Encodable, Sendable {
        public var at: Double
        public var status: String

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case status
        }
    }

    /// A change of a tracker's mode.
    public struct ModeChange: Encodable, Sendable {
        public var at: Double
        public var mode: String
        public var distance: Double

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case mode
            case distance = "distance_m"
        }
    }

    /// An alert.
    public struct Alert: Encodable, Sendable {
        public var at: Double
        public var event: String
        public var level: String
        public var distance: Double
        public var trueDistance: Double

        enum CodingKeys: String, CodingKey {
            case at = "at_s"
            case event, level
            case distance = "distance_m"
            case trueDistance = "true_distance_m"
        }
    }

    enum CodingKeys: String, CodingKey {
        case scenario, seed, messages, trackers, reminders, expectations, passed
        case simulatedSeconds = "simulated_s"
        case wallSeconds = "wall_s"
    }

    /// The report as JSON; the same run gives the same text but for `wall_s`.
    public func json() throws -> String { try Self.json(self) }

    /// So many runs as one JSON object: all of them in `runs`, in the order in which they were played, and in `passed`
    /// whether everything held.
    ///
    /// Of a single run everything stands beside `runs` too, where it stood before runs could be repeated.
    public static func json(_ reports: [RunReport]) throws -> String { try json(Runs(runs: reports)) }

    private struct Runs: Encodable {
        let runs: [RunReport]

        enum CodingKeys: String, CodingKey { case passed, runs }

        func encode(to encoder: any Encoder) throws {
            if let only = runs.first, runs.count == 1 { try only.encode(to: encoder) }
            var container = encoder.container(keyedBy: CodingKeys.self)
            try container.encode(runs.allSatisfy(\.passed), forKey: .passed)
            try container.encode(runs, forKey: .runs)
        }
    }

    private static func json(_ value: any Encodable) throws -> String {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return String(decoding: try encoder.encode(value), as: UTF8.self) + "\n"
    }
}

extension RunReport {
    /// One report of those of the shards of a run, at least one: each of so many expectations is told of all copies in
    /// their order.
    init(joining parts: [RunReport], expectations count: Int) {
        self = parts[0]
        for part in parts.dropFirst() {
            messages.published += part.messages.published
            messages.bytes += part.messages.bytes
            trackers += part.trackers
            reminders += part.reminders
        }
        expectations = (0..<count).flatMap { index in
            parts.flatMap { part in
                // One for each of its copies.
                let each = part.expectations.count / count
                return part.expectations[index * each..<(index + 1) * each]
            }
        }
        passed = expectations.allSatisfy(\.passed)
    }
}

extension RunReport.Tracker {
    init(_ record: TrackerRecord) {
        id = record.id.device.text
        owner = record.id.owner.text
        modes = record.modes.map {
            RunReport.ModeChange(at: Double($0.at) / 1000, mode: $0.mode.rawValue, distance: $0.distance.rounded(to: 3))
        }
        alerts = record.alerts.map {
            RunReport.Alert(
                at: Double($0.at) / 1000,
                event: $0.message.event.rawValue,
                level: $0.message.level.rawValue,
                distance: $0.message.distance.rounded(to: 3),
                trueDistance: $0.trueDistance.rounded(to: 3)
            )
        }
        fixes = record.fixes
        batteryStart = record.batteryStart.rounded(to: 3)
        batteryEnd = record.batteryEnd.rounded(to: 3)
        energy = record.energy.rounded(to: 3)
        batteryLife = record.batteryLife?.rounded(to: 1)
    }
}

extension RunReport.Reminder {
    init(_ record: ReminderRecord) {
        (owner, id, name) = (record.id.owner.text, record.id.id.text, record.title.text)
        events = record.events.map {
            RunReport.ReminderEvent(
                at: Double($0.at) / 1000,
                event: $0.message.event.rawValue,
                why: $0.message.why.map { "\($0.kind.rawValue): \($0.text)" }
            )
        }
        statuses = record.statuses.map {
            RunReport.ReminderStatus(at: Double($0.at) / 1000, status: $0.status.rawValue)
        }
    }
}

extension Double {
    fileprivate func rounded(to digits: Int) -> Double {
        let scale = pow(10, Double(digits))
        return (self * scale).rounded() / scale
    }
}
