public import Tracking

/// A phone's word about a place: OwnTracks' `transition` or `waypoint`.
public struct PlaceEvent: Hashable, Sendable {
    /// Which of the two messages it is; the raw value is its `_type`.
    public enum Kind: String, Hashable, Sendable, CaseIterable {
        /// The device crossed the border of a place.
        case transition
        /// The place itself.
        case waypoint
    }

    /// Which way a border was crossed.
    public enum Crossing: String, Hashable, Sendable, CaseIterable {
        case enter, leave
    }

    public let kind: Kind
    /// Nil in a waypoint.
    public let event: Crossing?
    /// What the place is called (`desc`).
    public let place: String?
    /// When the border was crossed, or the place was made (`tst`).
    public let time: Timestamp
    /// Where; nil when it is not told, or 0, 0 as for a beacon.
    public let coordinate: Coordinate?
    /// The radius in metres within which the device was there with a probability of 68 % (`acc`); nil when it is not
    /// told.
    public let accuracy: Double?
    /// The payload as it came.
    public let raw: [UInt8]
}

extension PlaceEvent: Payload {
    enum Key: String, PayloadKey {
        case type = "_type", event, place = "desc", time = "tst", latitude = "lat", longitude = "lon"
        case accuracy = "acc"

        static let table = KeyTable<Key>()
    }

    public init(decoding payload: [UInt8]) throws(MessageError) {
        let object = try JSONObject<Key>(payload)
        kind = try object.required(.type, object.word(.type))
        event = try object.word(.event)
        if kind == .transition { _ = try object.required(.event, event) }
        place = try object.text(.place)
        let seconds = try object.required(.time, object.integer(.time, in: 0...4_102_444_799))
        time = Timestamp(milliseconds: seconds * 1000)
        coordinate = try object.place()
        accuracy = (try? object.number(.accuracy, in: .positiveOrZero)).flatMap(\.self)
        raw = payload
    }

    public func encoded() -> [UInt8] { raw }
}

extension PlaceEvent {
    /// Where a phone was that crossed the border of a place; nil for one that does not say how well it knows, or that
    /// hardly knows.
    public var fix: Fix? {
        guard kind == .transition, let coordinate, let accuracy, accuracy <= Self.coarsest else { return nil }
        return Fix(coordinate: coordinate, time: time, accuracy: accuracy)
    }

    /// Metres of doubt beyond which a place says nothing of the things about; our choice.
    private static let coarsest = 1000.0
}

extension JSONObject where Key == PlaceEvent.Key {
    fileprivate func place() throws(MessageError) -> Coordinate? {
        if self[.latitude].isEmpty && self[.longitude].isEmpty { return nil }
        do {
            return try coordinate(.latitude, .longitude)
        } catch  where error.reason == .nullIsland {
            return nil
        }
    }
}
