import Foundation

/// The seconds from a moment to now, as they stand in a note.
func seconds(since begin: ContinuousClock.Instant) -> String {
    String(format: "%.1f", begin.duration(to: .now) / .seconds(1))
}
