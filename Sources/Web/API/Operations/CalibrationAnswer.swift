import Messages

/// How strongly a tag is heard, as it is answered.
struct CalibrationAnswer: Encodable {
    let usual: Signal
    let stored: Signal?
    let levels: [Level]
    let measuring: Level?
    let found: Signal?
    let problem: String?

    struct Signal: Encodable {
        let power: Double
        let exponent: Double
        let factor: Double?

        enum CodingKeys: String, CodingKey {
            case power = "rssi_1m_dbm", exponent, factor
        }

        init(_ signal: CalibrationStatus.Signal) {
            (power, exponent, factor) = (signal.powerAtOneMetre, signal.exponent, signal.factor)
        }
    }

    struct Level: Encodable {
        let distanceM: Double
        let rssi: Double?
        let reports: Int
        let leftS: Int?

        init(_ level: CalibrationStatus.Level) {
            (distanceM, rssi, reports, leftS) = (level.distance, level.strength, level.reports, level.secondsLeft)
        }
    }

    init(_ status: CalibrationStatus) {
        (usual, stored) = (Signal(status.usual), status.stored.map(Signal.init))
        (levels, measuring) = (status.levels.map(Level.init), status.measuring.map(Level.init))
        (found, problem) = (status.found.map(Signal.init), status.problem)
    }
}
