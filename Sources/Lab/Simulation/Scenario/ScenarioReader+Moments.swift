import Settings
import Tracking

// When a scenario is played, and which times lie within it.

extension ScenarioReader {
    /// A time that must lie within the scenario: what is to happen or to be seen later never does.
    struct Moment {
        let value: SettingsValue
        /// Since the start.
        let time: Duration
        /// Whether nothing more comes of it after the last step; what only ends a span may lie behind that.
        var isPlayed = true
        /// What it is reckoned from, where that is an event and not the start.
        var event: Duration = .zero
    }

    /// The years for which certificates, clocks and calendars are made.
    private static let years = (
        first: Timestamp(milliseconds: 946_684_800_000),  // 2000-01-01T00:00:00Z
        last: Timestamp(milliseconds: 4_102_444_800_000)  // 2100-01-01T00:00:00Z
    )

    /// The moment at which a scenario starts.
    static func start(_ value: SettingsValue) throws(SettingsError) -> Timestamp {
        let start = try value.timestamp()
        guard start >= years.first, start <= years.last else {
            throw value.unexpected("a moment from 2000-01-01 to 2100-01-01")
        }
        return start
    }

    /// Refuses the first time in the file that lies beyond the end.
    func checkMoments(duration: Duration, step: Duration) throws(SettingsError) {
        let lastStep = Duration.milliseconds(duration.milliseconds / step.milliseconds * step.milliseconds)
        for moment in moments {
            if moment.time > duration, moment.event > .zero {
                throw moment.value.unexpected("at most \((duration - moment.event).compact), what is then left,")
            }
            if moment.time > duration {
                throw moment.value.unexpected("a time up to the scenario's end, \(duration.compact),")
            }
            if moment.isPlayed, moment.time > lastStep {
                throw moment.value.unexpected("a time up to the scenario's last step, \(lastStep.compact),")
            }
        }
    }
}
