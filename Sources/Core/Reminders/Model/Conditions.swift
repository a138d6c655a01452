public import Tracking

/// The conditions of a reminder: one of each kind at most, and one at least.
public struct Conditions: Hashable, Sendable {
    public private(set) var time: TimeCondition?
    public private(set) var weather: WeatherCondition?
    public private(set) var availability: AvailabilityCondition?
    public private(set) var place: PlaceCondition?
    public private(set) var thing: ThingCondition?

    /// Why there are no such conditions.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        case none

        public var description: String {
            "a reminder needs a condition: time, weather, availability, place or thing"
        }
    }

    /// - Throws: ``Invalid`` where there is none.
    public init(
        time: TimeCondition? = nil,
        weather: WeatherCondition? = nil,
        availability: AvailabilityCondition? = nil,
        place: PlaceCondition? = nil,
        thing: ThingCondition? = nil
    ) throws(Invalid) {
        (self.time, self.weather, self.availability, self.place, self.thing) =
            (time, weather, availability, place, thing)
        if kinds.isEmpty { throw .none }
    }

    /// Of which kinds there is one, in the order of their kinds.
    public var kinds: [Kind] { Kind.allCases.filter(has) }

    /// Whether there is one of a kind.
    public func has(_ kind: Kind) -> Bool {
        switch kind {
        case .time: time != nil
        case .weather: weather != nil
        case .availability: availability != nil
        case .place: place != nil
        case .thing: thing != nil
        }
    }

    /// What a condition is about.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        case time, weather, availability, place, thing
    }
}

extension Conditions {
    /// Whether where their owner is changes anything.
    public var followsOwner: Bool {
        place != nil || time?.followsSun == true || weather?.place == .some(nil)
    }

    /// The names of the owner's places that they are about.
    public var placeNames: [ItemName] {
        var names: [ItemName] = []
        if case .named(let name)? = place?.target { names.append(name) }
        if case .named(let name)? = weather?.place { names.append(name) }
        if case .at(.named(let name))? = thing?.state { names.append(name) }
        return names
    }
}
