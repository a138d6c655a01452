import Messages
import Simulation
import Tracking

/// A line of the file of simulated items.
struct SimulatedItemRecord: Codable {
    var owner: String
    var tracker: String
    var item: String
    var movement: String
    var lat: Double
    var lon: Double
    var radius: Double
    var seed: UInt64
    /// When it began, in milliseconds since 1970.
    var started: Int64
    var desired: TagMemoryRecord.Desired
    /// Whether the item was deleted, and its tracker has not said goodbye yet.
    var deleted: Bool?

    enum CodingKeys: String, CodingKey {
        case owner, tracker, item, movement, lat, lon, seed, desired, deleted
        case radius = "radius_m"
        case started = "started_ms"
    }

    init(_ item: SimulatedItem) {
        (owner, tracker) = (item.device.owner.text, item.device.device.text)
        (self.item, movement) = (item.name.text, item.roaming.kind.rawValue)
        (lat, lon) = (item.roaming.centre.latitude, item.roaming.centre.longitude)
        (radius, seed) = (item.roaming.radius, item.roaming.seed)
        started = item.roaming.start.milliseconds
        desired = TagMemoryRecord.Desired(item.desired)
        deleted = item.isDeleted ? true : nil
    }

    /// - Throws: ``TagMemoryRecord/Wrong`` with the key of a value that cannot be.
    func decoded() throws(TagMemoryRecord.Wrong) -> SimulatedItem {
        let device = DeviceID(owner: try Self.name(owner, "owner"), device: try Self.name(tracker, "tracker"))
        // As where one is added: the rest of the service takes them for something else.
        guard !Topics.isReserved(device.owner) else {
            throw TagMemoryRecord.Wrong(key: "owner", expected: "a name that no topics of the bus have")
        }
        guard device.device.text != PhoneChoice.customary else {
            let phone = PhoneChoice.customary
            throw TagMemoryRecord.Wrong(key: "tracker", expected: "a name other than '\(phone)', an owner's phone's,")
        }
        guard let name = try? ItemName(kept: item) else {
            throw TagMemoryRecord.Wrong(key: "item", expected: "a name of 1 to 60 characters")
        }
        guard let kind = Roaming.Kind(rawValue: movement) else {
            throw TagMemoryRecord.Wrong(key: "movement", expected: "stays, walks or leaves")
        }
        guard let centre = try? Coordinate(latitude: lat, longitude: lon) else {
            throw TagMemoryRecord.Wrong(key: "lat, lon", expected: "a position")
        }
        guard Roaming.radii.contains(radius) else {
            throw TagMemoryRecord.Wrong(key: "radius_m", expected: "a number from 50 to 5000")
        }
        // Up to the end of the year 9999, as in all that is told of times.
        guard (0...253_402_300_799_999).contains(started) else {
            throw TagMemoryRecord.Wrong(key: "started_ms", expected: "milliseconds since 1970")
        }
        let start = Timestamp(milliseconds: started)
        let roaming = Roaming(kind, around: centre, radius: radius, seed: seed, start: start)
        var desired = try desired.decoded()
        desired.item = name
        var simulated = SimulatedItem(device: device, name: name, roaming: roaming, desired: desired)
        simulated.isDeleted = deleted ?? false
        return simulated
    }

    private static func name(_ text: String, _ key: String) throws(TagMemoryRecord.Wrong) -> Name {
        do throws(Name.Invalid) { return try Name(text) } catch {
            throw TagMemoryRecord.Wrong(key: key, expected: "1 to 64 letters, digits, '_' or '-'")
        }
    }
}
