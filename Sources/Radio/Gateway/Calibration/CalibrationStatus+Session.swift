import Bluetooth
import Messages
import Ranging
import Tracking

extension CalibrationStatus {
    /// What holds for a tag, and what a session has measured of it.
    init(_ entry: TagEntry, usual: PathLoss, _ session: CalibrationSession?, at now: Timestamp) {
        self.init(usual: Signal(usual), stored: entry.calibration.map { Signal($0) })
        guard let session else { return }
        let best = session.levels.best
        levels = best.map { Level($0) }
        measuring = session.running.map { running in
            var level = Level(running.level)
            level.secondsLeft = max(0, Int(now.duration(to: running.end).components.seconds))
            return level
        }
        guard !best.isEmpty else { return }
        do throws(Calibration.Failure) {
            let measured = try MeasuredPathLoss(levels: best, usual: usual)
            found = Signal(measured.pathLoss)
            found?.factor = measured.factor(of: entry.calibration ?? usual)
        } catch { problem = "\(error)" }
    }
}

extension CalibrationStatus.Signal {
    fileprivate init(_ pathLoss: PathLoss) {
        self.init(powerAtOneMetre: pathLoss.powerAtOneMetre, exponent: pathLoss.exponent)
    }
}

extension CalibrationStatus.Level {
    fileprivate init(_ level: Calibration.Level) {
        let mean = level.mean.map { ($0 * 10).rounded() / 10 }
        self.init(distance: level.distance, strength: mean, reports: level.strengths.count)
    }
}
