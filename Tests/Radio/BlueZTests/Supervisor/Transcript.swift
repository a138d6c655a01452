import Bluetooth
import Tracking

@testable import BlueZ

/// A supervisor that is told events at times in seconds, and what it answers.
struct Transcript {
    var supervisor = AdapterSupervisor()

    @discardableResult
    mutating func at(
        _ seconds: Double,
        _ event: AdapterSupervisor.Event
    ) -> [AdapterSupervisor.Action] {
        supervisor.handle(event, at: Timestamp(seconds: seconds))
    }

    /// One that may switch on an adapter that is off.
    static var switchingOn: Transcript { Transcript(supervisor: AdapterSupervisor(switchesOn: true)) }

    /// One that scans since second 0.
    static var scanning: Transcript {
        var transcript = Transcript()
        transcript.at(0, .appeared(isPowered: true))
        transcript.at(0, .started)
        return transcript
    }
}

extension AdapterSupervisor.Action {
    static func wake(_ seconds: Double) -> Self { .wake(at: Timestamp(seconds: seconds)) }
}
