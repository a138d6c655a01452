import ArgumentParser
import Rehearsal
import Simulation
import Tracking

/// `tagalong simulate`.
struct Simulate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "simulate",
        abstract: "Play scenarios and check their assertions; or a load of trackers on a broker.",
        discussion: """
            Without --broker everything runs in this process on a virtual clock, as fast as possible: \
            firmware, radio, gateways, history and alerts. With --broker the scenario's trackers, phones and \
            gateways speak MQTT to real services, in real time.

              tagalong simulate scenarios/*.yaml
              tagalong simulate scenarios/cafe.yaml --seed 7 --repeat 100 --junit report.xml
              tagalong simulate scenarios/cafe.yaml --broker mqtt://127.0.0.1:1883 --speed 15
              tagalong simulate scenarios/cafe.yaml --broker private     # the one of a running 'tagalong up'

            With --radio bluez:ADAPTER one of the scenario's trackers advertises on a real adapter (hci0, or \
            its address), for every phone and gateway in range; it has no owner yet, so that it can be paired. \
            Without --broker its modem finds no network, and no assertions are checked.

              tagalong simulate scenarios/cafe.yaml --radio bluez:hci0

            With --radio vhci all its trackers advertise on a virtual adapter that exists during the run, with \
            the signal strength for their distance to the scenario's first gateway. This needs root and the \
            kernel module hci_vhci; to BlueZ, adapter and tags are real. A tracker whose device is a tag of \
            another make (itag, ibeacon, eddystone, find-my, fmdn, dult) behaves like one. With --bonds our \
            trackers keep owners and bonds from run to run; with --broker too, the assertions about those that \
            have an owner are checked against what arrives over BlueZ and MQTT (docs/bluetooth.md).

              tagalong simulate scenarios/cafe.yaml --radio vhci --btsnoop trace.btsnoop
              tagalong simulate scenarios/cafe.yaml --radio vhci --bonds cafe.flash --broker mqtt://127.0.0.1

            With --radio hci:SOCKET that adapter is on a Unix socket instead, for a Bluetooth host that is a program and \
            speaks H4, such as bumble; neither root nor a kernel with Bluetooth is needed. With --adapters each has one.

              tagalong simulate scenarios/cafe.yaml --radio hci:/tmp/hci

            Without a scenario, --fleet and --broker are a load on the system behind a broker: trackers with our \
            firmware that register, move and report, with rates, latencies, backlog and losses each second \
            (docs/fleets.md). There the exit status is 1 if anything was lost.

              tagalong simulate --fleet 10000 --broker mqtt://HOST --ramp 1m --duration 10m --report report.json
              tagalong simulate --fleet 500 --broker mqtt://HOST --paths town.xml --origin 46.05,14.5

            Exit status: 0 all assertions hold, 1 one failed, 2 bad input (nothing was run), 3 a service could \
            not be reached.
            """
    )

    @Argument(
        help: "Scenario files; none with --fleet and --broker for a load.",
        completion: .file(extensions: ["yaml", "yml"]))
    var files: [String] = []

    @Option(
        help: ArgumentHelp(
            "Simulated seconds per second (default: as fast as possible; 1 with --broker).", valueName: "n"
        )
    )
    var speed: Double?

    @Option(
        help: ArgumentHelp(
            "Radio of the scenarios: simulated, none, one tracker on a real adapter (bluez:hci0), or "
                + "all on a virtual one (vhci), or on one at a socket (hci:FILE).",
            valueName: "radio"
        )
    )
    var radio: RadioChoice = .simulated

    @OptionGroup(title: "On an adapter") var tag: TagOptions

    @Option(help: ArgumentHelp("Seed that overrides the file's.", valueName: "n"))
    var seed: UInt64?

    @Option(name: .customLong("repeat"), help: ArgumentHelp("Number of runs, each with the next seed.", valueName: "n"))
    var count = 1

    @Option(
        help: ArgumentHelp(
            "Number of independent copies of every owner, gateway and tracker; without a file, of trackers.",
            valueName: "n"
        )
    )
    var fleet: Int?
    var copies: Int { fleet ?? 1 }

    @Option(
        help: ArgumentHelp(
            "Threads that play a large fleet; what comes of it is the same with any number. (default: as many as there are "
                + "processors)",
            valueName: "n"
        )
    )
    var jobs: Int?

    @Option(help: ArgumentHelp("Write the report as JSON.", valueName: "file"), completion: .file())
    var report: String?

    @Option(help: ArgumentHelp("Write the assertions as JUnit XML.", valueName: "file"), completion: .file())
    var junit: String?

    @Option(
        help: ArgumentHelp("Write the true state of every step and every message as JSON lines.", valueName: "file"),
        completion: .file()
    )
    var trace: String?

    @Option(
        name: .customLong("devices"),
        parsing: .singleValue,
        help: ArgumentHelp("Directory with device profiles; may be repeated.", valueName: "dir"),
        completion: .directory
    )
    var devices: [String] = []

    @Flag(name: .shortAndLong, help: "Print failures only.")
    var quiet = false

    @OptionGroup(title: "A fleet without a scenario") var fleetOptions: FleetOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard speed.map({ TimeScale.speeds.contains($0) }) ?? true else {
            throw ValidationError("--speed: a number from 0.001 to 100000 is expected")
        }
        guard (1...100_000).contains(count) else { throw ValidationError("--repeat: 1 to 100000 is expected") }
        if files.isEmpty { return try validateFleet() }
        if let given = fleetOptions.given {
            throw ValidationError("\(given) is for a fleet without a scenario: --fleet without a file")
        }
        guard (1...100_000).contains(copies) else { throw ValidationError("--fleet: 1 to 100000 is expected") }
        guard jobs.map({ (1...1024).contains($0) }) ?? true else {
            throw ValidationError("--jobs: 1 to 1024 is expected")
        }
        try validateTag()
    }

    func run() async throws {
        let settings = try global.settings()
        if files.isEmpty { return try await FleetSetup(self, settings).play() }
        // Every file is read before anything runs.
        let library = DeviceLibrary(directories: devices, installed: InstalledFiles.devices)
        let scenarios = try files.map { try Scenario.load(file: $0, devices: library) }
        if case .bluez(let adapter) = radio {
            let chosen = try tag.choose(from: scenarios[0])
            try tag.refuseOtherMakes(in: chosen)
            return try await TagSetup(self, settings, adapter: adapter).play(chosen)
        }
        if radio.isVirtual { return try await playVirtual(scenarios[0], settings) }
        let live = try broker.broker == nil ? nil : LiveSetup(self, settings)
        let screen = Screen(isQuiet: quiet)
        let traceFile = try trace.map { try TraceFile(path: $0) }
        var reports: [RunReport] = []
        for scenario in scenarios {
            for repetition in 0..<count {
                var seeded = scenario
                seeded.seed = (seed ?? scenario.seed) &+ UInt64(repetition)
                if scenarios.count * count > 1 { try traceFile?.writer.mark(run: reports.count + 1, of: seeded) }
                let played =
                    if let live {
                        try await live.play(seeded, screen, traceFile)
                    } else {
                        try await VirtualSetup(self).play(seeded, screen, traceFile)
                    }
                try screen.show(played)
                reports.append(played.report)
            }
        }
        try traceFile?.close()
        try conclude(reports, screen)
    }

    /// Plays a scenario before a virtual adapter.
    private func playVirtual(_ scenario: Scenario, _ settings: CommandSettings) async throws {
        var seeded = scenario
        seeded.seed = seed ?? scenario.seed
        let traceFile = try trace.map { try TraceFile(path: $0) }
        let played = try await VirtualTagSetup(self, settings).play(seeded, traceFile?.writer)
        try traceFile?.close()
        guard let played else { return }
        let screen = Screen(isQuiet: quiet)
        try screen.show(played)
        try conclude([played.report], screen)
    }

    /// Writes what is to be written, and says what failed.
    private func conclude(_ reports: [RunReport], _ screen: Screen) throws {
        if let report { try write(try RunReport.json(reports), to: report) }
        if let junit { try write(JUnitReport.xml(reports), to: junit) }
        let failed = reports.count { !$0.passed }
        if reports.count > 1 { try screen.summarise(runs: reports.count, failed: failed) }
        if failed > 0 { throw ExitCode(ExitStatus.failure.rawValue) }
    }

    /// A load has neither a scenario nor a virtual clock.
    private func validateFleet() throws {
        guard let fleet else {
            throw ValidationError("a scenario file is expected, or --fleet and --broker for a fleet without one")
        }
        guard FleetOptions.trackers.contains(fleet) else {
            throw ValidationError("--fleet: 1 to \(FleetOptions.trackers.upperBound) trackers are expected")
        }
        guard broker.broker != nil else { throw ValidationError("--fleet without a scenario needs --broker") }
        let others: [(String, Bool)] = [
            ("--speed", speed != nil), ("--radio", radio != .simulated), ("--repeat", count != 1),
            ("--junit", junit != nil), ("--trace", trace != nil), ("--devices", !devices.isEmpty),
            ("--jobs", jobs != nil),
        ]
        if let other = others.first(where: \.1) { throw ValidationError("\(other.0) needs a scenario file") }
        try tag.refuse()
    }

    /// On an adapter there is one world, in real time.
    private func validateTag() throws {
        switch radio {
        case .simulated, .none: return try tag.refuse()
        case .bluez: try tag.refuseVirtual()
        case .vhci, .hci: break
        }
        let flag = radio == .vhci ? "--radio vhci" : radio.isVirtual ? "--radio hci:" : "--radio bluez:"
        guard files.count == 1, count == 1, copies == 1 else {
            throw ValidationError("\(flag): one scenario, played once, is expected")
        }
        guard speed ?? 1 == 1 else { throw ValidationError("\(flag) runs in real time, without --speed") }
    }

    private func write(_ text: String, to file: String) throws { try PrivateFile.write(text, to: file) }
}

/// A run that is over, and what was played.
struct Played {
    let report: RunReport
    let scenario: Scenario
}
