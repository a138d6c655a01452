internal import Messages
public import Tracking

extension Notice {
    /// A notice of an item that does not exist, which looks like a real one and says that it only tries a channel out.
    ///
    /// - Throws: Never in practice: its names are constants.
    public static func test(at now: Timestamp) throws -> Notice {
        let id = "test-\(String(max(0, now.milliseconds), radix: 16))"
        let place = try Coordinate(latitude: 46.0569, longitude: 14.5058)
        let alert = AlertMessage(
            id: id,
            event: .raised,
            level: .critical,
            previous: .none,
            threshold: 10,
            distance: 12,
            confidence: 0.99,
            owner: try Name("test"),
            tracker: try Name("test"),
            item: "Test item",
            time: now,
            lastPosition: Position(coordinate: place, accuracy: 5, time: now),
            episode: id
        )
        return Notice(alert: alert, interval: 9...16, isTest: true)
    }
}
