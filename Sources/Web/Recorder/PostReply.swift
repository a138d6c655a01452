import API
import Access
import Messages
import Store
import Tracking

/// What a phone is answered: commands that waited for it, and where its owner's other things are.
enum PostReply {
    /// How many other devices are told of.
    private static let mostFriends = 50

    static func array(_ objects: [[UInt8]]) -> [UInt8] {
        Array("[".utf8) + objects.joined(separator: Array(",".utf8)) + Array("]".utf8)
    }

    /// For each other device of the same owner its last position, and before it a card where it is tied to a thing, or
    /// says who carries it.
    ///
    /// Nobody else's: who may see whose is not known here.
    static func friends(of phone: DeviceID, for sight: Sight, _ topics: Topics) throws -> [[UInt8]] {
        let rows = try sight.parts.store.devices(of: phone.owner).filter { sight.viewer.may(.lastPosition, $0.id) }
        let others = rows.filter { $0.id != phone }.prefix(mostFriends)
        // The phone's own initials are none for another.
        let all = try (rows.filter { $0.id == phone } + others).compactMap { row -> Friend? in
            guard let fix = try sight.latest(of: row.id, limit: 1, as: .lastPosition).first else { return nil }
            return Friend(row: row, fix: fix, card: try PersonCard(of: row.id, in: sight.parts.store))
        }
        let initials = Initials(all.map { ($0.row, $0.told) })
        return all.filter { $0.row.id != phone }.flatMap { friend -> [[UInt8]] in
            let topic = topics.location(friend.row.id)
            let tid = ExtraKey.text(initials[friend.row.id] ?? "", named: ExtraKey.initialsName)
            return [friend.cardMessage(tid, topic), friend.location(tid, topic)].compactMap(\.self)
        }
    }

    private struct Friend {
        let row: DeviceRow
        let fix: StoredFix
        let card: PersonCard?

        /// The initials that the device or its card tells; nil for none.
        var told: String? { fix.toldInitials ?? card?.message.initials }

        func location(_ tid: ExtraKey, _ topic: String) -> [UInt8] {
            var entry = RecorderEntry()
            entry.append(fix, .device(topic: topic, item: nil))
            let keys = ["_type", "tid", "lat", "lon", "tst", "vel", "alt", "cog", "acc", "vac", "topic"]
            let picked = (try? ExtraKey.keys(of: entry.takeBytes().picking(keys))) ?? []
            return ExtraKey.object(picked.map { $0.name == tid.name ? tid : $0 })
        }

        /// Nil where there is nothing to say of it.
        func cardMessage(_ tid: ExtraKey, _ topic: String) -> [UInt8]? {
            let (name, face) = (row.item?.text ?? card?.message.name, card?.message.face)
            guard name != nil || face != nil else { return nil }
            let keys = [
                ExtraKey.text("card", named: "_type"), tid, name.map { ExtraKey.text($0, named: "name") },
                ExtraKey.text(topic, named: "topic"), face.map { ExtraKey.text($0, named: "face") },
            ]
            return ExtraKey.object(keys.compactMap(\.self))
        }
    }
}
