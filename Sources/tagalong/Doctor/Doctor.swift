import ArgumentParser

/// `tagalong doctor`.
struct Doctor: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "doctor",
        abstract: "Check what is missing on this machine, and how to install it.",
        discussion: """
            Checks programs, libraries, the data directory, the database, the object storage of old months, \
            guards, clouds of cellular trackers, Bluetooth and the broker. Changes nothing, except that it \
            writes a small object to the object storage, and removes it.

            Exit status: 0 nothing essential is missing, 1 something essential is missing, 2 bad input.
            """
    )

    @Flag(help: "Check the whole database: every block of positions, and all references.")
    var full = false

    @OptionGroup var output: OutputOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try BrokerChoice.find(broker, settings)
        var findings = try Self.programs(isBrokerOurs: choice.isOurs) + [SystemCheck.libraries()]
        findings.append(DataCheck.directory(settings.dataDirectory))
        let meter = ProgressMeter("Checking every block of the database")
        if full { meter.begin() }
        defer { meter.end() }
        findings += DataCheck.database(
            try StoreChoice(store, settings),
            isFull: full,
            common: try RetentionOptions.retention(settings),
            at: SystemUTCClock().now
        )
        meter.end()
        findings += DataCheck.positions(try StoreChoice(store, settings))
        findings += await ArchiveDiagnosis.findings(settings, try StoreChoice(store, settings))
        findings += GuardCheck.findings(in: settings.dataDirectory, at: SystemUTCClock().now)
        findings += CloudCheck.findings(settings)
        findings += SignInCheck.findings(settings)
        findings += await BluetoothCheck.findings(registry: GatewayOptions.registry(settings))
        do {
            try choice.expectNoneClosed(settings)
            findings += await BrokerCheck(choice: choice, logLevel: settings.logLevel).findings()
        } catch { findings.append(Finding(subject: "broker", verdict: .missing, detail: "\(error)")) }
        try report(findings)
    }

    private static func programs(isBrokerOurs: Bool) -> [Finding] {
        [SystemCheck.mosquitto(isEssential: isBrokerOurs), SystemCheck.clients(), SystemCheck.setpriv()]
    }

    private func report(_ findings: [Finding]) throws {
        try Listing.print(findings, asJSON: output.json, whenEmpty: "")
        let failed = findings.filter { $0.verdict == .missing }
        if !output.json {
            let remedies = findings.compactMap(\.remedy)
            var text = remedies.isEmpty ? "" : "\nTo do:\n" + remedies.map { "  \($0)\n" }.joined()
            if failed.isEmpty { text += "\nNothing essential is missing.\n" }
            try Output.standard.write(text)
        }
        guard failed.isEmpty else {
            throw CommandFailure(
                .failure,
                "something essential is missing: \(failed.map(\.subject).joined(separator: ", "))"
            )
        }
    }
}
