internal import Reminders

/// Which members an object of a payload may have, for those who refuse others than these: readers pass over them.
public indirect enum PayloadMembers: Hashable, Sendable {
    /// A value without members of its own.
    case value
    /// An object, or a list of such objects.
    case object([String: PayloadMembers])
}

extension ReminderMessage {
    /// Those of a reminder, without its type.
    public static let members: [String: PayloadMembers] = {
        var members = Self.values(Key.self)
        members[Key.type.rawValue] = nil
        members[Key.time.rawValue] = .object(values(TimeCondition.Key.self))
        members[Key.availability.rawValue] = .object(values(AvailabilityCondition.Key.self))
        members[Key.place.rawValue] = .object(place)
        members[Key.weather.rawValue] = .object(at(values(WeatherCondition.Key.self)))
        members[Key.thing.rawValue] = .object(at(values(ThingCondition.Key.self)))
        return members
    }()

    private static let place: [String: PayloadMembers] = {
        var members = values(PlaceKey.self)
        let corner: [String: PayloadMembers] = [
            PlaceKey.latitude.rawValue: .value, PlaceKey.longitude.rawValue: .value,
        ]
        members[PlaceKey.points.rawValue] = .object(corner)
        return members
    }()

    /// A condition's, of which a place is an object; it has no event, as that is of the condition of a place alone.
    private static func at(_ condition: [String: PayloadMembers]) -> [String: PayloadMembers] {
        var (members, target) = (condition, place)
        target[PlaceKey.event.rawValue] = nil
        members[PlaceKey.place.rawValue] = .object(target)
        return members
    }

    private static func values<Key: PayloadKey>(_ key: Key.Type) -> [String: PayloadMembers] {
        Dictionary(uniqueKeysWithValues: Key.allCases.map { ($0.name, .value) })
    }
}
