import Bluetooth
import Gateway
import JSON
import Ranging
import Tracking

/// What a calibration has found, for people and for programs.
struct CalibrationReport {
    let entry: TagEntry
    let levels: [Calibration.Level]
    let pathLoss: PathLoss
    /// What held before, by the tag's profile.
    let usual: PathLoss

    var text: String {
        var lines = levels.map { level in
            let mean = level.mean.map { "\(Int($0.rounded())) dBm" } ?? "–"
            return "\(Calibration.text(level.distance)) m: \(mean) from \(level.strengths.count) reports"
        }
        let by = MeasuredPathLoss(pathLoss).factor(of: usual)
        lines.append(
            """
            \(entry.item.text.printable) (\(entry.device)): \(pathLoss.powerAtOneMetre) dBm at a metre, exponent \
            \(pathLoss.exponent); without this its distances were wrong by a factor of \(by)
            """
        )
        return lines.joined(separator: "\n") + "\n"
    }

    var json: JSONValue {
        .object([
            "tag": .text("\(entry.device)"), "rssi_1m_dbm": .number(pathLoss.powerAtOneMetre),
            "exponent": .number(pathLoss.exponent), "bias_db": .number(pathLoss.sigma),
            "levels": .list(
                levels.map { level in
                    .object([
                        "distance_m": .number(level.distance), "rssi": level.mean.map { .number($0) },
                        "reports": .integer(level.strengths.count),
                    ])
                }
            ),
        ])
    }
}
