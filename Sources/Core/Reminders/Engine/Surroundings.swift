import Calendars
import Tracking

/// What is known of an owner, whose reminders these are.
struct Surroundings: Sendable {
    var whereabouts: Whereabouts?
    /// The cells of the weather and of shops in which that counts as.
    private(set) var weatherCell: Cell?
    private(set) var spotsCell: Cell?
    /// The owner's places by their names: one name may stand for several.
    var places: [ItemName: [Area]] = [:]
    var agenda = Known<Agenda>.waiting
    var things: [Name: Thing] = [:]
    /// The numbers of the owner's reminders.
    var entries: [Int] = []
    /// Within which no position changes sides; nil where any may.
    var calm: Calm?
    /// For where the sun was last reckoned.
    var sunAt: Coordinate?

    /// Somebody is there.
    mutating func take(_ whereabouts: Whereabouts) {
        self.whereabouts = whereabouts
        weatherCell = Cell.weather(of: whereabouts.coordinate, near: weatherCell)
        spotsCell = Cell.spots(of: whereabouts.coordinate, near: spotsCell)
    }

    /// Around a position, how far the nearest border is that a reminder is about.
    struct Calm: Sendable {
        let centre: Coordinate
        /// In metres.
        let radius: Double

        /// Whether a position lies so far from all borders that on none the side can have become another.
        func holds(_ whereabouts: Whereabouts) -> Bool {
            // From 0.8416 standard deviations on a side is sure at 80 % (the quantile of the normal distribution).
            centre.distance(to: whereabouts.coordinate) + 0.8417 * whereabouts.sigma < radius
        }
    }
}
