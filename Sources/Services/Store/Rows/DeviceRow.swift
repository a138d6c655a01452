public import Tracking

/// What sends fixes.
public enum DeviceKind: String, Hashable, Sendable {
    /// One of ours, tied to an item.
    case tracker
    /// Anything else that speaks OwnTracks.
    case phone
}

/// A device as the store knows it.
public struct DeviceRow: Hashable, Sendable {
    public var id: DeviceID
    public var kind: DeviceKind
    /// What the tracker is tied to; nil before somebody said.
    public var item: ItemName?
    /// Nil for the standard ones.
    public var thresholds: Thresholds?
    /// When it was first heard of, or was taken off the items last.
    public var created: Timestamp
    /// How far its clock is ahead, in milliseconds; nil for not much.
    public var clockAhead: Int64?
}

extension DeviceRow {
    static let columns = "owner, device, kind, item, warning_m, critical_m, created_ms, clock_ahead_ms"

    init(row: SQLRow) throws {
        let id = DeviceID(owner: try Name(stored: row[0]), device: try Name(stored: row[1]))
        guard let kind = DeviceKind(rawValue: row.text(at: 2)) else {
            throw Damage(detail: "\(id) is of no known kind")
        }
        self.init(
            id: id,
            kind: kind,
            item: try Self.item(row[3], of: id),
            thresholds: try Self.thresholds(row[4], row[5], of: id),
            created: Timestamp(milliseconds: row[6]),
            clockAhead: row[7]
        )
    }

    private static func item(_ text: String?, of id: DeviceID) throws -> ItemName? {
        guard let text else { return nil }
        do { return try ItemName(kept: text) } catch { throw Damage(detail: "the item of \(id): \(error)") }
    }

    private static func thresholds(_ warning: Double?, _ critical: Double?, of id: DeviceID) throws -> Thresholds? {
        guard let warning, let critical else { return nil }
        do { return try Thresholds(warning: warning, critical: critical) } catch {
            throw Damage(detail: "the thresholds of \(id): \(error)")
        }
    }
}

extension Name {
    /// A name as it was stored.
    init(stored text: String) throws(Damage) {
        do { try self.init(text) } catch { throw Damage(detail: "\(error)") }
    }
}
