/// Which of a broker's addresses is tried when.
struct BrokerRoute {
    private let places: [MQTTConfiguration]
    private var index: Int
    /// How many were tried since a session stood.
    private var tried = 0

    init(_ configuration: MQTTConfiguration) {
        places = ([configuration.place] + configuration.others).map { place in
            var copy = configuration
            (copy.host, copy.port) = (place.host, place.port)
            return copy
        }
        index = configuration.firstPlace % places.count
    }

    /// The configuration with the address that is to be connected to.
    var current: MQTTConfiguration { places[index] }

    /// Turns to the next one after a failure; true when each was tried since a session stood.
    ///
    /// One with which a session stood may be there again, so it is the last to be tried.
    mutating func moveOn(afterStanding hasStood: Bool) -> Bool {
        tried = hasStood ? 0 : tried + 1
        index = (index + 1) % places.count
        guard tried >= places.count || places.count == 1 else { return false }
        tried = 0
        return true
    }
}
