import Access
package import Tracking
package import Web

/// Tells one reader whose last position may be another one now.
///
/// The positions are read by whoever tells them, so of a device that has moved a hundred times since the reader last
/// looked there is one to be told: a slow reader is late, and nothing waits for it.
package struct PositionNews: Sendable {
    /// What there is for the reader.
    package enum Turn: Sendable {
        /// These may have another last position; none where nothing has happened.
        case moved([DeviceID])
        /// None has, and the reader should hear that the service is there.
        case pulse
        /// Who was let in would not be let in any more.
        case outcast
        /// The service ends, or the client has left.
        case ended
    }

    private let hub: LiveHub
    private let place: LivePlace
    private let watch: ReaderWatch
    private let filter: LiveFilter
    private var cursor: LiveCursor
    private var beat: Int?

    /// News from now on for whoever asks; a place among the readers of events for as long as it is there.
    ///
    /// - Throws: ``Problem``: 429 or 503 where there is no room.
    package init(_ parts: ConsoleParts, _ gate: ConsoleGate, _ context: ConsoleContext) throws(Problem) {
        hub = parts.feed.live
        place = try LivePlace(parts, context)
        watch = Doorkeeper(parts: parts.web, door: gate.door).watch(context)
        filter = LiveFilter(items: nil, kinds: [.fix], viewer: context.viewer, rightToFixes: .lastPosition)
        cursor = hub.begin(filter, after: nil).cursor
        cursor.position = cursor.snapshot
    }

    /// What there is now.
    package mutating func next() -> Turn {
        guard let reading = hub.read(&cursor, for: place.client, limit: .max) else {
            // What was missed was replaced by what is kept.
            cursor = hub.begin(filter, after: nil).cursor
            return next()
        }
        defer { beat = reading.beat }
        if reading.isEnded { return .ended }
        if let beat, beat != reading.beat, !watch.stillLetsIn() { return .outcast }
        var devices: [DeviceID] = []
        for case .device(let device) in reading.events.map(\.event.subject) { devices.append(device) }
        if devices.isEmpty, let beat, beat != reading.beat { return .pulse }
        if !devices.isEmpty, !watch.mayBeTold() { return .outcast }
        return .moved(devices)
    }

    /// Waits until there may be something, or until ``call()``.
    @concurrent
    package func wait() async throws {
        await hub.wait(after: cursor.position, beat: beat ?? 0, for: place.client)
        try Task.checkCancellation()
    }

    /// What has the reader go on, whether or not there is news.
    package var call: @Sendable () -> Void {
        let (hub, client) = (hub, place.client)
        return { hub.call(client) }
    }

    /// Notes that the reader begins, or ends, to write to its client, which has two heartbeats for it.
    package func record(isWriting: Bool, sent: Int = 0) { hub.record(place.client, isWriting: isWriting, sent: sent) }
}
