public import Tracking

/// The weather of some hours or days to come, at one place.
public struct Forecast: Hashable, Sendable {
    /// The weather from one moment to another, which does not belong to it.
    public struct Slot: Hashable, Sendable {
        public let from: Timestamp
        public let to: Timestamp
        public let weather: Weather

        public init(from: Timestamp, to: Timestamp, weather: Weather) {
            (self.from, self.to, self.weather) = (from, to, weather)
        }
    }

    /// In their order, none of them over another.
    public let slots: [Slot]
    /// When it was fetched or measured.
    public let issued: Timestamp
    /// Until when whoever tells it says that it holds.
    public let expires: Timestamp
    /// Whose it is, in the words that its terms want to be shown.
    public let source: String

    /// A forecast of slots in any order: one that begins within another ends that, of two with one beginning the first
    /// counts, and none is without length.
    public init(slots: [Slot], issued: Timestamp, expires: Timestamp, source: String) {
        var ordered: [Slot] = []
        let indexed = slots.filter { $0.from < $0.to }.enumerated()
        for (_, slot) in indexed.sorted(by: { ($0.element.from, $0.offset) < ($1.element.from, $1.offset) }) {
            if let last = ordered.last {
                if last.from == slot.from { continue }
                if last.to > slot.from {
                    ordered[ordered.count - 1] = Slot(from: last.from, to: slot.from, weather: last.weather)
                }
            }
            ordered.append(slot)
        }
        (self.slots, self.issued, self.expires, self.source) = (ordered, issued, expires, source)
    }

    /// The weather at a moment; nil where it says nothing of it.
    public func weather(at time: Timestamp) -> Weather? {
        slots.first { $0.from <= time && time < $0.to }?.weather
    }

    /// The slots that have something of the time from one moment to another.
    public func slots(from: Timestamp, to: Timestamp) -> [Slot] { slots.filter { $0.from < to && from < $0.to } }

    /// The same, valid until another moment.
    public func expiring(_ time: Timestamp) -> Forecast {
        Forecast(slots: slots, issued: issued, expires: time, source: source)
    }
}
