import ArgumentParser
import Foundation

/// `tagalong-faults`: what becomes of positions and alerts when things fail under load.
@main
struct FaultsCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "tagalong-faults",
        abstract: "Make faults under load, and count what was lost, doubled or told twice.",
        discussion: """
            Runs the real commands: a mosquitto of its own, the history service, and trackers that publish so many \
            positions a second and keep each until it is said to be stored, as ours do. In the middle of it comes the \
            fault, as often as the table says. What needs namespaces is left out where this machine may not make \
            them, and the table says so.

            Examples:
              tagalong-faults
              tagalong-faults --only history-killed --only disk-full --seed 7
              tagalong-faults --list

            Exit status: 0 when nothing was lost, doubled or stuck, 1 otherwise, 2 for bad input.
            """
    )

    @Option(help: ArgumentHelp("Only this fault; may be repeated.", valueName: "name"))
    var only: [String] = []

    @Option(help: ArgumentHelp("Only those of one service, or of several workers.", valueName: "group"))
    var group: FaultGroup?

    @Flag(help: "Workers on three nodes of RabbitMQ, and on a replica of PostgreSQL, in all faults.")
    var cluster = false

    @Flag(help: "Break nothing: start workers as in --cluster, tell the addresses, and go on until Ctrl-C.")
    var onlyStart = false

    @Flag(help: "Faults of workers come once, where more often would show the same again.")
    var short = false

    @Option(help: ArgumentHelp("Where all chance comes from.", valueName: "number"))
    var seed: UInt64 = 1

    @Option(help: ArgumentHelp("Positions a second.", valueName: "number"))
    var rate = 2000

    @Option(help: ArgumentHelp("Seconds of load for each fault.", valueName: "number"))
    var seconds = 12

    @Option(help: ArgumentHelp("Trackers that send them (default: a tenth of the rate).", valueName: "number"))
    var trackers: Int?

    @Option(help: ArgumentHelp("The command under test (default: beside this one).", valueName: "file"))
    var tagalong: String?

    @Option(help: ArgumentHelp("Write the table as Markdown, too.", valueName: "file"), completion: .file())
    var markdown: String?

    @Option(help: ArgumentHelp("Keep the logs and databases there.", valueName: "dir"), completion: .directory)
    var keep: String?

    @Flag(help: "Name the faults and end.")
    var list = false

    func validate() throws {
        let names = Catalogue.faults.map(\.name)
        if let wrong = only.first(where: { !names.contains($0) }) {
            throw ValidationError("--only: one of \(names.joined(separator: ", ")) is expected, found '\(wrong)'.")
        }
        guard (100...20_000).contains(rate) else { throw ValidationError("--rate: 100 to 20000 is expected.") }
        guard (10...50_000).contains(trackers ?? rate / 10), seconds * rate / (trackers ?? rate / 10) >= 20 else {
            throw ValidationError("--trackers: 10 to 50000 is expected, of which each sends 20 times at least.")
        }
        guard (6...600).contains(seconds) else { throw ValidationError("--seconds: 6 to 600 is expected.") }
    }

    func run() async throws {
        let faults = Catalogue.faults.filter { fault in
            let isOfGroup = group.map { ($0 == .workers) == (fault is any WorkerFault) } ?? true
            let isPossible = !(cluster && fault is WorkersBrokerRestarted)
            return isOfGroup && isPossible && (only.isEmpty || only.contains(fault.name))
        }
        if list { return print(faults.map { "\($0.name): \($0.summary)" }.joined(separator: "\n")) }
        // Comes back here, in namespaces of its own, where there may be any.
        // Who is to try things by hand has to reach it.
        let isolation = onlyStart ? Isolation(obstacle: "everybody is to reach it") : Isolation.enter()
        let plan = Plan(
            seed: seed,
            rate: rate,
            seconds: seconds,
            trackers: trackers ?? rate / 10,
            tagalong: tagalong ?? Plan.beside(CommandLine.arguments[0]),
            isolation: isolation,
            isCluster: cluster || onlyStart,
            isShort: short,
            keep: keep
        )
        guard FileManager.default.isExecutableFile(atPath: plan.tagalong) else {
            throw ValidationError("there is no \(plan.tagalong): swift build --product tagalong")
        }
        let (isStanding, markdown) = (onlyStart, markdown)
        do {
            try await Interruption.watched {
                if isStanding { return try await Standing(plan: plan).run() }
                try await Self.make(faults, plan, markdown)
            }
        } catch is CancellationError { throw ExitCode(130) }
    }

    private static func make(_ faults: [any Fault], _ plan: Plan, _ markdown: String?) async throws {
        var outcomes: [Outcome] = []
        for fault in faults {
            say("\(fault.name): \(fault.summary) …")
            let outcome = await Trial(plan: plan, fault: fault).outcome()
            try Task.checkCancellation()
            say("  \(outcome.verdict)")
            outcomes.append(outcome)
            // After each, so that what was seen is not lost with the rest.
            try markdown.map {
                try OutcomeTable.markdown(outcomes).write(toFile: $0, atomically: true, encoding: .utf8)
            }
        }
        print(OutcomeTable.text(outcomes))
        if outcomes.contains(where: { !$0.isGood }) { throw ExitCode.failure }
    }
}

/// What the faults befall.
enum FaultGroup: String, ExpressibleByArgument, CaseIterable {
    case service, workers
}

/// Tells, apart from the table, how far the run is.
func say(_ text: String) { FileHandle.standardError.write(Data("\(text)\n".utf8)) }
