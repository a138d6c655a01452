import JSON
import Tracking

/// Chooses what of gpsd's reports is kept: one position of each moment, once the time can be believed, and no more of
/// them than say something.
struct GpsdFixes: Sendable {
    let source: GpsdSource
    /// Positions nearer in time than this say nothing; zero keeps all.
    let interval: Duration

    private var accuracy = GpsdAccuracy()
    /// The report of this moment, to which another may come.
    private var pending: GpsdPosition?
    /// So many moments in a row had a fix.
    private var moments = 0
    private var last: (time: Timestamp, place: Coordinate)?

    /// A receiver's first times may lack the leap seconds: gpsd's manual has them believed after so many fixes.
    static let momentsToBelieve = 3
    /// A receiver is not so far ahead of this machine, in milliseconds: at 18 s it lacks the leap seconds.
    static let mostAhead: Int64 = 10_000
    /// Nor so far behind: at 1,024 weeks it has forgotten how often they have been counted through.
    static let mostBehind: Int64 = 24 * 3_600_000
    /// Who has moved no farther, in metres, stands still.
    static let standstill = 10.0
    /// Who stands still is told of so often.
    static let heartbeat = Duration.seconds(60)

    init(_ source: GpsdSource, every interval: Duration) { (self.source, self.interval) = (source, interval) }

    /// What became of a report.
    enum Outcome: Hashable, Sendable {
        case nothing
        case position(ReportedPosition)
        /// The receiver's time is not this machine's.
        case wrongTime(Timestamp)
    }

    /// Begins anew, with a gpsd that has been reached again.
    mutating func begin() { (pending, moments, accuracy) = (nil, 0, GpsdAccuracy()) }

    /// Takes a report; what comes of it is the position of the moment before.
    mutating func take(_ report: GpsdReport, at now: Timestamp) -> Outcome {
        switch report {
        case .position(let position) where isWanted(position.receiver): return take(position, at: now)
        case .dilution(let horizontal, let vertical, let receiver) where isWanted(receiver):
            accuracy = GpsdAccuracy(horizontal: horizontal, vertical: vertical)
        case .gone(let receiver) where isWanted(receiver):
            let outcome = finish(at: now)
            begin()
            return outcome
        case .version, .position, .dilution, .gone, .error, .other: break
        }
        return .nothing
    }

    /// Ends the moment, as when nothing comes any more.
    mutating func finish(at now: Timestamp) -> Outcome {
        guard let position = pending.take(), let time = position.time else { return .nothing }
        moments += 1
        guard moments >= Self.momentsToBelieve else { return .nothing }
        let lead = time.milliseconds - now.milliseconds
        guard (-Self.mostBehind...Self.mostAhead).contains(lead) else { return .wrongTime(time) }
        guard let latitude = position.latitude, let longitude = position.longitude,
            let place = try? Coordinate(latitude: latitude, longitude: longitude)
        else { return .nothing }
        let radius = accuracy.radius(of: position)
        guard isNews(place, time, radius) else { return .nothing }
        last = (time, place)
        return .position(reported(position, latitude, longitude, time, radius))
    }

    private func isWanted(_ receiver: String?) -> Bool { source.receiver == nil || receiver == source.receiver }

    /// The first reports of a moment are in parts: without a time, or without height and errors.
    private mutating func take(_ position: GpsdPosition, at now: Timestamp) -> Outcome {
        guard position.mode >= 2 else {
            let outcome = finish(at: now)
            if position.mode == 1 { moments = 0 }
            return outcome
        }
        guard position.time != nil, position.latitude != nil, position.longitude != nil else { return .nothing }
        guard let before = pending, before.time == position.time else {
            let outcome = finish(at: now)
            pending = position
            return outcome
        }
        if before.horizontalError == nil || position.horizontalError != nil { pending = position }
        return .nothing
    }

    private func isNews(_ place: Coordinate, _ time: Timestamp, _ radius: Double?) -> Bool {
        guard let last else { return true }
        if time == last.time { return false }
        let pause = last.time.duration(to: time)
        // A time that goes back is of another receiver, or of a log that is played again.
        if pause < .zero || interval == .zero { return true }
        guard pause >= interval else { return false }
        let distance = Geodesic.distance(from: last.place, to: place)
        return distance > max(Self.standstill, radius ?? 0) || pause >= max(interval, Self.heartbeat)
    }

    private func reported(
        _ position: GpsdPosition, _ latitude: Double, _ longitude: Double, _ time: Timestamp, _ radius: Double?
    ) -> ReportedPosition {
        var reported = ReportedPosition(latitude: .number(latitude), longitude: .number(longitude), time: time)
        reported.accuracy = radius.map(Self.rounded)
        reported.altitude = position.mode >= 3 ? position.altitude : nil
        reported.verticalAccuracy = position.mode >= 3 ? accuracy.height(of: position).map(Self.rounded) : nil
        reported.speed = position.speed.map { $0 * 3.6 }
        reported.course = position.track
        reported.source = .gnss
        reported.trigger = FixTrigger.periodic.rawValue
        return reported
    }

    /// To centimetres.
    private static func rounded(_ metres: Double) -> Double { (metres * 100).rounded() / 100 }
}
