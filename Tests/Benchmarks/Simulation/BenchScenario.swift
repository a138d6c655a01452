import Settings
import Simulation

/// The load of the simulation's benchmarks: an owner and a tracker that is near and far by turns.
enum BenchScenario: String, CaseIterable {
    /// A minute within ten metres of the owner, a minute 100 m away; a position every ten minutes while away, and of the
    /// phone every half a minute.
    case asShipped = "default intervals"
    /// The same with a position of the phone each second.
    case phoneEachSecond = "default intervals, phones at 1 Hz"
    /// The same with a position of the tracker each second, too.
    case eachSecond = "1 Hz"

    /// The scenario, lasting as long as anybody asks.
    ///
    /// - Parameter noise: How far what is measured is from what is.
    /// - Returns: A scenario that can be run.
    /// - Throws: An error of reading it.
    func scenario(noise: String = "none") throws -> Scenario {
        let each = "    report-every: 1s\n"
        let phone = self == .asShipped ? "" : each
        let tracker = self == .eachSecond ? each : ""
        let laps = (0..<30).map { lap in
            let start = lap * 120
            return """
                      - {at: \(start)s, lat: 46.05695, lon: 14.50580}
                      - {at: \(start + 60)s, lat: 46.05697, lon: 14.50585}
                      - {at: \(start + 61)s, lat: 46.05790, lon: 14.50580}
                      - {at: \(start + 119)s, lat: 46.05792, lon: 14.50590}

                """
        }
        let text = """
            name: Benchmark
            start: 2026-05-01T09:00:00Z
            duration: 1h
            noise: \(noise)
            owners:
              - id: sam
                points:
                  - {at: 0s, lat: 46.05690, lon: 14.50580}
                  - {at: 1h, lat: 46.05692, lon: 14.50584}
            \(phone)trackers:
              - id: keys
                owner: sam
                item: Keys
                device: tagalong-t1
            \(tracker)    points:

            """
        return try Scenario.parse(
            SettingsFile(name: "benchmark.yaml", text: text + laps.joined()),
            devices: DeviceLibrary()
        )
    }
}
