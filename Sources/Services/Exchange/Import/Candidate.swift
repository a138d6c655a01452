import Messages
import Store
import Tracking

/// A position as a file tells it, before it is known to be one.
struct Candidate {
    var latitude: Double?
    var longitude: Double?
    var time: Timestamp?
    var accuracy: Double?
    var altitude: Double?
    var verticalAccuracy: Double?
    /// Kilometres an hour.
    var speed: Double?
    var course: Double?
    var battery: Int?
    var mode: Mode?
    var source: FixSource?
    var trigger: String?
    var connection: String?
    var mark: FixMark?
    var gateway: Name?
    var sent: Timestamp?
    var received: Timestamp?
    /// OwnTracks' `tid`.
    var initials: String?
    var extra: [UInt8]?
    /// What its reader found wrong with it.
    var fault: String?

    /// Why it is no position: one sentence.
    struct Fault: Error { let message: String }

    /// Takes the milliseconds since 1970 for the time where they lie within its second, as OwnTracks' `tst_ms` does.
    mutating func refineTime(_ milliseconds: Double?) {
        guard let milliseconds = milliseconds.flatMap({ Int64(exactly: $0) }) else { return }
        let exact = Timestamp(milliseconds: milliseconds)
        if time?.wholeSeconds == exact.wholeSeconds { time = exact }
    }

    func fix(of device: DeviceID, _ options: ImportOptions) throws(Fault) -> StoredFix {
        if let fault { throw Fault(message: fault) }
        let (coordinate, time) = (try coordinate(), try time(options.now))
        let fix = Fix(
            coordinate: coordinate,
            time: time,
            accuracy: Self.told(accuracy, in: LocationBounds.accuracy),
            altitude: Self.told(altitude, in: LocationBounds.altitude),
            verticalAccuracy: Self.told(verticalAccuracy, in: LocationBounds.verticalAccuracy),
            speed: Self.told(speed, in: LocationBounds.speed),
            course: Self.told(course, in: LocationBounds.course)
        )
        return StoredFix(
            device: device,
            fix: fix,
            mark: options.keepsNumbers ? mark : nil,
            mode: mode,
            source: source,
            trigger: trigger,
            connection: connection,
            battery: battery.flatMap { (0...100).contains($0) ? $0 : nil },
            gateway: gateway,
            sent: sent,
            received: received ?? options.now,
            extra: kept(of: device)
        )
    }

    /// The keys that have no column, the initials first.
    private func kept(of device: DeviceID) -> [UInt8]? {
        let told = ExtraKey.initials(initials, of: device)
        guard !told.isEmpty else { return extra }
        return ExtraKey.object(told + (extra.flatMap { try? ExtraKey.keys(of: $0) } ?? []))
    }

    /// A number that can be; programs write one that cannot, most often a negative one, for what they do not know.
    private static func told(_ value: Double?, in bounds: ClosedRange<Double>) -> Double? {
        value.flatMap { bounds.contains($0) ? $0 : nil }
    }

    private func coordinate() throws(Fault) -> Coordinate {
        guard let latitude, let longitude else { throw Fault(message: "a latitude and a longitude are expected") }
        guard latitude != 0 || longitude != 0 else {
            throw Fault(message: "a position other than 0, 0 is expected, where receivers are that have none")
        }
        do { return try Coordinate(latitude: latitude, longitude: longitude) } catch {
            throw Fault(message: "\(error)")
        }
    }

    private func time(_ now: Timestamp) throws(Fault) -> Timestamp {
        guard let time else { throw Fault(message: "a time is expected") }
        guard time >= LocationBounds.earliest else {
            throw Fault(message: "a time from \(LocationBounds.earliest) on is expected, \(time) stands there")
        }
        guard time.milliseconds <= now.milliseconds + LocationMessage.futureLimit else {
            throw Fault(message: "a time in the past is expected, \(time) stands there")
        }
        return time
    }
}
