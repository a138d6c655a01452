import Messages
import Paths
import Tracking

/// Lines of the OwnTracks Recorder: the time of arrival, `*`, and the message, with tabs between.
struct RecFixes: FixReader {
    func read(_ stream: ByteStream, _ found: (Found) throws -> Void) throws {
        var lines = LineStream(stream)
        while let line = try lines.next() {
            let fields = line.split(separator: 0x09, maxSplits: 2, omittingEmptySubsequences: false)
            let time = fields[0]
            guard fields.count == 3, let received = ByteTime.timestamp(time.span) else {
                let expected = "a time, '*' and a message with tabs between are expected"
                try found(.position(Candidate(fault: expected), line: lines.number))
                continue
            }
            guard fields[1].first == UInt8(ascii: "*") else {
                try found(.other)
                continue
            }
            try found(Self.position(Array(fields[2]), received: received, line: lines.number))
        }
    }

    private static func position(_ payload: [UInt8], received: Timestamp, line: Int) -> Found {
        do {
            return .position(Candidate(try LocationMessage(decoding: payload), received: received), line: line)
        } catch {
            // The Recorder keeps farewells, transitions and cards among the positions.
            if error.field == "_type", error.found != nil { return .other }
            return .position(Candidate(fault: "\(error)"), line: line)
        }
    }
}

extension Candidate {
    init(fault: String) { self.fault = fault }

    fileprivate init(_ message: LocationMessage, received: Timestamp) {
        let fix = message.fix
        latitude = fix.coordinate.latitude
        longitude = fix.coordinate.longitude
        time = fix.time
        accuracy = fix.accuracy
        altitude = fix.altitude
        verticalAccuracy = fix.verticalAccuracy
        speed = fix.speed
        course = fix.course
        battery = message.battery
        mode = message.mode
        source = message.source
        mark = message.mark
        gateway = message.gateway
        trigger = message.trigger
        connection = message.connection
        sent = message.createdAt
        // The line says whole seconds: within the same one it did not come before it was measured.
        self.received = received.wholeSeconds == fix.time.wholeSeconds ? max(received, fix.time) : received
        initials = message.trackerInitials
        let kept = message.keptKeys
        extra = kept.isEmpty ? nil : ExtraKey.object(kept)
    }
}
