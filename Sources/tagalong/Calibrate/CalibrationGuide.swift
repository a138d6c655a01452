import Ranging

/// Tells a person what to do next, and how far the measuring is.
struct CalibrationGuide: Sendable {
    let title: String
    let answers: any LineSource
    let trusts: Bool
    /// Whether a line may be drawn over itself.
    let isLive: Bool
    let say: @Sendable (String) -> Void

    /// Asks for the tag to be brought to a distance; false when the person has gone.
    func ask(_ metres: Double) async -> Bool {
        guard !trusts else {
            say("measuring at \(Calibration.text(metres)) m\n")
            return true
        }
        say("Bring \(title) to \(Calibration.text(metres)) m from the adapter, in plain sight, and press Return: ")
        return await answers.next() != nil
    }

    /// Tells what has come so far.
    func show(_ level: Calibration.Level, left seconds: Int) {
        guard isLive else { return }
        let mean = level.mean.map { ", \(Int($0.rounded())) dBm" } ?? ""
        let count = level.strengths.count
        say("\r\(seconds) s left: \(count) report\(count == 1 ? "" : "s")\(mean)    ")
        if seconds == 0 { say("\n") }
    }
}
