import Access
import Facts
import Foundation
import Store
import Tracking

/// What the archive of an account has of the accounts, as JSON.
struct PortraitFiles {
    private let portrait: AccountPortrait

    init(_ portrait: AccountPortrait) { self.portrait = portrait }

    func all() throws -> [(name: String, json: [UInt8])] {
        [
            ("account.json", try ArchiveJSON.bytes(account)),
            (
                "shares.json",
                try ArchiveJSON.bytes(
                    portrait.shares.map { ["account": $0.account.text, "grant": $0.grant.description] }
                )
            ),
            ("links.json", try ArchiveJSON.bytes(portrait.links.map(Self.link))),
            ("audit.json", try ArchiveJSON.bytes(portrait.audit.map(Self.entry))),
            ("looks.json", try ArchiveJSON.bytes(portrait.looks.map(Self.entry))),
            ("looked.json", try ArchiveJSON.bytes(portrait.looked.map(Self.entry))),
        ]
    }

    private var account: [String: Any] {
        var members: [String: Any] = [
            "sessions": portrait.sessions.map(Self.session), "tokens": portrait.tokens.map(Self.token),
            "passkeys": portrait.passkeys.map { passkey in
                Self.known(["label": passkey.label, "created": passkey.created, "used": passkey.used])
            },
            // Without the address and the keys: who has them can end the subscription, or send in our name.
            "push_devices": portrait.pushDevices.map {
                Self.known(["name": $0.name, "created": $0.created, "sent": $0.sent, "quiet": $0.quiet])
            },
            "identities": portrait.identities.map {
                Self.known(["issuer": $0.issuer, "subject": $0.subject, "created": $0.created, "used": $0.used])
            },
            "devices": portrait.devices.map { Self.known(["created": $0.created, "used": $0.used]) },
        ]
        guard let account = portrait.account else { return members }
        members["name"] = account.name.text
        members["administrator"] = account.isAdministrator
        members["created"] = "\(account.created)"
        members["mail"] = account.mail?.text
        members["verified"] = account.isVerified
        members["deactivated"] = account.deactivated?.description
        members["grants"] = account.grants.map(\.description)
        return members
    }

    private static func session(_ session: SessionLine) -> [String: Any] {
        known([
            "id": session.id, "source": session.source, "created": session.created, "used": session.used,
            "expires": session.expires,
        ])
    }

    private static func token(_ token: Token) -> [String: Any] {
        known([
            "id": token.id, "label": token.label, "scope": token.scope.rawValue, "created": token.created,
            "used": token.used, "expires": token.expires,
        ])
    }

    private static func link(_ link: ItemLink) -> [String: Any] {
        var members = known([
            "id": link.id, "item": link.item, "account": link.account, "note": link.note, "created": link.created,
            "expires": link.expires, "opened": link.opened,
        ])
        members["precision"] = (link.isByArea ? ItemPrecision.area : .exact).rawValue
        members["openings"] = link.openings
        return members
    }

    private static func entry(_ entry: AuditEntry) -> [String: Any] {
        var members = known([
            "time": entry.time, "event": entry.event.rawValue, "source": entry.source, "last": entry.last,
        ])
        members["count"] = entry.count
        return members
    }

    private static func entry(_ look: AccessLogEntry) -> [String: Any] {
        var members = known([
            "viewer": look.viewer, "token": look.token, "link": look.link, "item": look.device,
            "kind": look.kind.rawValue, "source": look.source,
            "first": look.first, "last": look.last,
            "from": look.from, "to": look.to,
        ])
        members["count"] = look.count
        return members
    }

    /// The members that have a value, as texts.
    private static func known(_ members: [String: (any CustomStringConvertible)?]) -> [String: Any] {
        members.compactMapValues { $0?.description }
    }
}

/// What the archive of an account has of one device besides its positions, alerts and photo.
struct DeviceFiles {
    private let device: DeviceRow
    private let store: Store

    init(_ device: DeviceRow, _ store: Store) { (self.device, self.store) = (device, store) }

    func about() throws -> [UInt8] {
        var members: [String: Any] = [
            "owner": device.id.owner.text, "name": device.id.device.text, "kind": device.kind.rawValue,
            "created": "\(device.created)", "fixes": try store.fixCount(of: device.id),
        ]
        if let item = device.item { members["item"] = item.text }
        if let thresholds = device.thresholds {
            members["thresholds"] = ["warning_m": thresholds.warning, "critical_m": thresholds.critical]
        }
        if let retention = try store.retentions()[device.id] {
            members["retention"] = ["days": retention.days as Any?, "fixes": retention.fixes].compactMapValues { $0 }
        }
        for kind in DocumentKind.allCases {
            guard let document = try store.document(kind, of: device.id) else { continue }
            members[kind.rawValue] = ArchiveJSON.value(document.payload)
        }
        return try ArchiveJSON.bytes(members)
    }

    func placeEvents() throws -> [UInt8] {
        let events = try store.placeEvents(of: device.id, limit: .max)
        return try ArchiveJSON.bytes(events.map { ArchiveJSON.value($0.payload) })
    }

    func refused() throws -> [UInt8] {
        let rows = try store.quarantine(QuarantineFilter(device: device.id), limit: .max)
        return try ArchiveJSON.bytes(
            rows.map { row in
                [
                    "received": "\(row.received)", "topic": row.topic, "expected": row.sentence,
                    "payload": ArchiveJSON.value(row.payload),
                ] as [String: Any]
            }
        )
    }
}

/// What the archive of an account has of the reminders of an owner.
struct ReminderFiles {
    private let owner: Name
    private let store: Store

    init(_ owner: Name, _ store: Store) { (self.owner, self.store) = (owner, store) }

    func reminders() throws -> [UInt8] {
        // One that is deleted waits for the broker, and says nothing any more.
        let rows = try store.reminders(of: owner).filter { !$0.payload.isEmpty }
        return try ArchiveJSON.bytes(
            rows.map { row in
                var members: [String: Any] = [
                    "id": row.id.text, "updated": "\(row.updated)", "reminder": ArchiveJSON.value(row.payload),
                ]
                if !row.state.isEmpty { members["state"] = ArchiveJSON.value(row.state) }
                return members
            }
        )
    }
}

extension ReminderFiles {
    /// That a calendar is connected, without where it is, as who knows that reads it; nil for none.
    func calendar() throws -> [UInt8]? {
        guard let row = try store.calendar(of: owner) else { return nil }
        let calendar = ConnectedCalendar(decoding: row.place)
        let members: [String: String?] = [
            "kind": calendar?.kind.rawValue, "host": calendar?.host, "updated": row.updated.description,
        ]
        return try ArchiveJSON.bytes(members.compactMapValues(\.self))
    }
}

/// JSON that a person may read, too.
enum ArchiveJSON {
    static func bytes(_ value: Any) throws -> [UInt8] {
        let options: JSONSerialization.WritingOptions = [.prettyPrinted, .sortedKeys, .withoutEscapingSlashes]
        return Array(try JSONSerialization.data(withJSONObject: value, options: options)) + [UInt8(ascii: "\n")]
    }

    /// A payload as the JSON that it is, and one that is none as a text.
    static func value(_ payload: [UInt8]) -> Any {
        (try? JSONSerialization.jsonObject(with: Data(payload), options: .fragmentsAllowed))
            ?? String(decoding: payload, as: UTF8.self)
    }
}
