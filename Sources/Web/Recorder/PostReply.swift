import API
import Access
import JSON
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

    /// For each other device of the same owner its last position, and before it a card where it is tied to a thing.
    ///
    /// Nobody else's: who may see whose is not known here.
    static func friends(of phone: DeviceID, for sight: Sight, _ topics: Topics) throws -> [[UInt8]] {
        let others = try sight.parts.store.devices(of: phone.owner)
            .filter { $0.id != phone && sight.viewer.may(.lastPosition, $0.id) }.prefix(mostFriends)
        return try others.flatMap { row -> [[UInt8]] in
            guard let fix = try sight.latest(of: row.id, limit: 1, as: .lastPosition).first else { return [] }
            var entry = RecorderEntry()
            entry.append(fix, .device(topic: topics.location(row.id), item: nil))
            let keys = ["_type", "tid", "lat", "lon", "tst", "vel", "alt", "cog", "acc", "vac", "topic"]
            let location = entry.takeBytes().picking(keys)
            guard let item = row.item?.text else { return [location] }
            return [card(fix, item, topics.location(row.id)), location]
        }
    }

    private static func card(_ fix: StoredFix, _ item: String, _ topic: String) -> [UInt8] {
        var bytes = Array(#"{"_type":"card","tid":"#.utf8) + fix.initialsJSON + Array(#","name":"#.utf8)
        bytes.appendJSON(item)
        bytes.append(#","topic":"#)
        bytes.appendJSON(topic)
        return bytes + Array("}".utf8)
    }
}
