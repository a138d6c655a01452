/// What is to be done for the calibration of a tag.
public enum CalibrationAction: String, Hashable, Sendable, CaseIterable {
    /// Tells what holds, and what was measured so far.
    case show
    /// Measures at a distance.
    case measure
    /// Stores what was measured with the tag.
    case store
    /// Ends what is being measured; where nothing is, forgets what was measured.
    case cancel
    /// Goes back to what the tag's profile says.
    case forget

    /// Where it may be measured, in metres.
    public static let distances: ClosedRange<Double> = 0.5...50
    /// For how many seconds.
    public static let durations: ClosedRange<Int> = 5...120
    /// For how many where nobody says so.
    public static let usualDuration = 30
}
