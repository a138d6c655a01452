import ArgumentParser
import Messages
import Settings
import Simulation
import Tracking

/// What a fleet without a scenario may be told.
struct FleetOptions: ParsableArguments {
    @Option(
        help: ArgumentHelp(
            "Connections that the trackers share, at most one each (default: one for 250 trackers).", valueName: "n"
        )
    )
    var connections: Int?

    @Option(
        help: ArgumentHelp("Time between two reports of a tracker, in whole seconds (default: 10s).", valueName: "time")
    )
    var interval: String?

    @Option(
        help: ArgumentHelp(
            "Time over which the trackers join, evenly (default: one interval; 0 for all at once).", valueName: "time"
        )
    )
    var ramp: String?

    @Option(
        help: ArgumentHelp("End after this time (default: with --paths their end, else SIGINT).", valueName: "time")
    )
    var duration: String?

    @Option(
        name: .customLong("fleet-name"),
        help: ArgumentHelp("Beginning of all owners' names (default: fleet).", valueName: "name")
    )
    var name: String?

    @Option(
        help: ArgumentHelp("Paths of vehicles: SUMO's FCD output (XML). Trackers ride along.", valueName: "file"),
        completion: .file(extensions: ["xml"])
    )
    var paths: String?

    @Option(
        help: ArgumentHelp(
            "Where trackers without paths go about; with --paths, where x and y in metres begin.", valueName: "lat,lon"
        )
    )
    var origin: String?

    @Option(
        help: ArgumentHelp(
            "Most unacknowledged messages on a connection, 8 to 65535 (default: 2048).", valueName: "n"
        )
    )
    var room: Int?

    @Option(
        help: ArgumentHelp(
            "Most positions that a tracker keeps while it cannot send, 2 to 10000 (default: 128).", valueName: "n"
        )
    )
    var ring: Int?

    @Flag(help: "Subscribe as well, and count which positions arrived, were lost or doubled.")
    var verify = false

    @Flag(name: .customLong("clean-up"), help: "At the end, remove what the broker keeps of the trackers.")
    var cleansUp = false

    static let connectionLimit = 20_000
    /// More are no fleet, but a typing error.
    static let trackers = 1...1_000_000

    /// The first of them that was given; nil for none.
    var given: String? {
        let options: [(String, Bool)] = [
            ("--connections", connections != nil), ("--interval", interval != nil), ("--ramp", ramp != nil),
            ("--duration", duration != nil), ("--fleet-name", name != nil), ("--paths", paths != nil),
            ("--origin", origin != nil), ("--room", room != nil), ("--ring", ring != nil), ("--verify", verify),
            ("--clean-up", cleansUp),
        ]
        return options.first { $0.1 }?.0
    }

    func validate() throws {
        if let connections { try Self.expect("--connections", connections, in: 1...Self.connectionLimit) }
        if let room { try Self.expect("--room", room, in: 8...65_535) }
        if let ring { try Self.expect("--ring", ring, in: 2...10_000) }
        let interval = try seconds("--interval", self.interval) ?? .seconds(10)
        guard
            (1...86_400).contains(interval.components.seconds), interval.components.attoseconds == 0
        else { throw ValidationError("--interval: whole seconds from 1s to 1d are expected") }
        _ = try seconds("--ramp", ramp)
        if try seconds("--duration", duration) == .zero {
            throw ValidationError("--duration: a time such as 30s or 10m is expected")
        }
        if let name { _ = try Self.name(name) }
        if let origin { _ = try Self.coordinate(origin) }
    }

    /// What they say of a fleet.
    ///
    /// - Throws: `ValidationError`, for what ``validate()`` refuses.
    func plan(trackers: Int, seed: UInt64, topics: @autoclosure () throws -> Topics) throws -> FleetPlan {
        let interval = try seconds("--interval", self.interval) ?? .seconds(10)
        return FleetPlan(
            trackers: trackers,
            connections: connections ?? (trackers + 249) / 250,
            name: try Self.name(name ?? "fleet"),
            interval: Int(interval.components.seconds),
            ramp: try seconds("--ramp", self.ramp) ?? interval,
            seed: seed,
            // A market place in Ljubljana, as in the other examples.
            origin: try Self.coordinate(origin ?? "46.0569,14.5058"),
            room: room ?? 2048,
            ring: ring ?? 128,
            topics: try topics()
        )
    }

    var runsFor: Duration? { duration.flatMap { Duration(compact: $0) } }

    private func seconds(_ option: String, _ text: String?) throws -> Duration? {
        guard let text else { return nil }
        guard let time = Duration(compact: text), time >= .zero else {
            throw ValidationError("\(option): a time such as 30s or 10m is expected")
        }
        return time
    }

    private static func expect(_ option: String, _ number: Int, in range: ClosedRange<Int>) throws {
        guard range.contains(number) else {
            throw ValidationError("\(option): \(range.lowerBound) to \(range.upperBound) is expected")
        }
    }

    private static func name(_ text: String) throws -> Name {
        guard text.count <= FleetPlan.longestName, let name = try? Name(text) else {
            throw ValidationError(
                "--fleet-name: 1 to \(FleetPlan.longestName) letters, digits, '_' or '-' are expected"
            )
        }
        return name
    }

    static func coordinate(_ text: String) throws -> Coordinate {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) }
        guard parts.count == 2, let latitude = parts[0], let longitude = parts[1],
            let coordinate = try? Coordinate(latitude: latitude, longitude: longitude)
        else { throw ValidationError("--origin: degrees such as 46.0569,14.5058 are expected") }
        return coordinate
    }
}
