import Bluetooth
import Ranging
import Tracking

/// What has been measured of one tag, distance by distance, until it is stored, cancelled or forgotten.
struct CalibrationSession: Hashable, Sendable {
    /// A measurement that is under way.
    struct Running: Hashable, Sendable {
        let transaction: String
        /// In metres.
        let distance: Double
        let end: Timestamp
        var strengths: [BluetoothAddress: [Double]] = [:]

        /// What has come so far, by the adapter that hears most.
        var level: Calibration.Level {
            var levels = TagLevels()
            levels.put(strengths, at: distance)
            return levels.best.first ?? Calibration.Level(distance: distance)
        }
    }

    private(set) var levels = TagLevels()
    private(set) var running: Running?
    private var touched: Timestamp

    /// For how long levels are kept that nobody measures on: whoever left them has put the tag elsewhere since.
    static let memory: Duration = .seconds(900)

    init(at now: Timestamp) { touched = now }

    /// Whether it is to be forgotten.
    func isExpired(at now: Timestamp) -> Bool { running == nil && touched.duration(to: now) > Self.memory }

    /// Begins to measure at a distance in metres; nothing else may be running.
    mutating func begin(_ transaction: String, at distance: Double, for seconds: Int, at now: Timestamp) {
        touched = now
        running = Running(transaction: transaction, distance: distance, end: now.advanced(by: .seconds(seconds)))
    }

    /// Takes in all that was heard since a measurement began; false when it is not under way any more.
    mutating func hear(_ strengths: [BluetoothAddress: [Double]], in transaction: String) -> Bool {
        guard running?.transaction == transaction else { return false }
        running?.strengths = strengths
        return true
    }

    /// Ends the measurement, and keeps what came if it can be used.
    ///
    /// - Throws: `Calibration.Failure`; what was measured before, there or elsewhere, stays.
    mutating func end(at now: Timestamp) throws(Calibration.Failure) {
        guard let running else { return }
        (self.running, touched) = (nil, now)
        // A level by itself is refused for what it lacks; the exponent does not matter for that.
        _ = try Calibration(levels: [running.level], usual: 2)
        levels.put(running.strengths, at: running.distance)
    }

    /// Ends the measurement without a level.
    mutating func stop(at now: Timestamp) { (running, touched) = (nil, now) }
}
