/// How one item is watched over, as its owner wishes.
public struct ItemRules: Hashable, Sendable {
    /// Nil for those of the service.
    public var thresholds: Thresholds?
    /// Where it may stay behind, at most ``TrustedPlace/limit`` places.
    public var places: [TrustedPlace]
    /// Until then no alert is raised.
    public var snoozedUntil: Timestamp?
    /// The episode that its owner knows of: nothing more of it is told but its end.
    public var acknowledged: String?
    /// When only what is critical is told.
    public var quiet: QuietHours?
    /// What presses of its button do.
    public var presses: [ButtonPress: PressAction]
    /// That somebody has marked it as lost, nil for not; no level and no alert follows from it.
    public var lost: LostMark?

    public init(
        thresholds: Thresholds? = nil,
        places: [TrustedPlace] = [],
        snoozedUntil: Timestamp? = nil,
        acknowledged: String? = nil,
        quiet: QuietHours? = nil,
        presses: [ButtonPress: PressAction] = [:],
        lost: LostMark? = nil
    ) {
        self.thresholds = thresholds
        self.places = places
        self.snoozedUntil = snoozedUntil
        self.acknowledged = acknowledged
        self.quiet = quiet
        self.presses = presses
        self.lost = lost
    }

    /// The trusted place in which something lies, as surely as a level is raised; nil for none.
    public func place(of position: Coordinate, sigma: Double) -> TrustedPlace? {
        places.first { $0.area.probability(of: position, sigma: sigma) >= Self.sure }
    }

    /// The trusted place that something has not left for sure.
    public func place(notLeftBy position: Coordinate, sigma: Double) -> TrustedPlace? {
        places.first { $0.area.probability(of: position, sigma: sigma) > 1 - Self.sure }
    }

    /// Why a place cannot be added.
    public struct Full: Error, Hashable, Sendable, CustomStringConvertible {
        public var description: String { "an item has at most \(TrustedPlace.limit) places: remove one first" }
    }

    /// Adds a place; one of the same name is replaced.
    ///
    /// - Throws: ``Full`` when there is no room.
    public mutating func add(_ place: TrustedPlace) throws(Full) {
        places.removeAll { $0.name == place.name }
        guard places.count < TrustedPlace.limit else { throw Full() }
        places.append(place)
    }

    /// The probability from which a place counts.
    public static let sure = 0.95
}
