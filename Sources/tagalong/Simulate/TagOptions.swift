import Air
import ArgumentParser
import Settings
import Simulation
import Tracking

/// How a tracker is on a real adapter.
struct TagOptions: ParsableArguments {
    /// Who compares the six digits on the tag's side.
    enum PairingPrompt: String, ExpressibleByArgument, CaseIterable {
        /// They are shown here, and the tag agrees: whoever pairs compares them.
        case show
        /// They are shown here, and somebody has to agree here too.
        case ask
        /// They are shown here, and have to be typed by whoever pairs; on a virtual adapter only.
        case passkey
        /// There are none.
        case justWorks = "just-works"
    }

    @Option(
        help: ArgumentHelp("Which of the scenario's trackers (default: its only one).", valueName: "name"),
        transform: { try Name($0) }
    )
    var tracker: Name?

    @Option(
        help: ArgumentHelp("The tracker's own number, 16 hexadecimal digits (default: from its name).", valueName: "n"),
        transform: { text in
            guard let number = TrackerNumber(text) else {
                throw ValidationError("16 hexadecimal digits are expected")
            }
            return number
        }
    )
    var number: TrackerNumber?

    @Option(
        help: """
            Six digits are shown (show), have to be agreed to here as well (ask), have to be typed there (passkey; with \
            vhci only), or there are none (just-works).
            """
    )
    var pairing: PairingPrompt = .show

    @Flag(help: "Start with the owner that the scenario says, instead of without one.")
    var keepOwner = false

    @Option(
        name: .customLong("btsnoop"),
        help: ArgumentHelp("With vhci: write all HCI packets, for btmon and Wireshark.", valueName: "file"),
        completion: .file()
    )
    var trace: String?

    @Option(
        help: ArgumentHelp(
            "With vhci: keep owners and bonds of the trackers in this file, as their flash would, for the next run.",
            valueName: "file"
        ),
        completion: .file()
    )
    var bonds: String?

    @Option(
        help: ArgumentHelp(
            """
            With vhci: number of virtual adapters, each at one of the scenario's gateways, in their order; with hci:SOCKET \
            the second is at SOCKET.2, and so on.
            """,
            valueName: "n"
        )
    )
    var adapters = 1

    /// Which commands a virtual adapter has.
    enum Controller: String, ExpressibleByArgument, CaseIterable {
        case legacy, extended, dual

        var generation: ControllerConfiguration.Generation {
            switch self {
            case .legacy: .legacy
            case .extended, .dual: .extended
            }
        }
    }

    @Option(
        help: """
            With vhci: an adapter that scans and advertises as in Bluetooth 4 (legacy), or as in 5 (extended); or one of \
            Bluetooth 5 that has BR/EDR as well (dual), as most of laptops have.
            """
    )
    var controller: Controller = .legacy

    /// When an adapter that filters duplicates reports a tag once more.
    enum DuplicateFilter: Hashable, ExpressibleByArgument {
        /// In the next scan.
        case scan
        case span(Duration)

        init?(argument: String) {
            if argument == "scan" {
                self = .scan
            } else if let span = Duration(compact: argument), span > .zero {
                self = .span(span)
            } else {
                return nil
            }
        }
    }

    @Option(
        help: ArgumentHelp(
            """
            With vhci: an adapter that reports each tag once in a scan (scan), or once in a span such as 10s, when the \
            host does not ask for all; without it reports everything.
            """,
            valueName: "scan|span"
        )
    )
    var duplicateFilter: DuplicateFilter?

    /// A tag of the scenario, and the file with its owner's key.
    struct KeyChoice: Hashable, ExpressibleByArgument {
        let tracker: Name
        let path: String

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1).map { String($0) }
            guard parts.count == 2, let tracker = try? Name(parts[0]) else { return nil }
            (self.tracker, path) = (tracker, parts[1])
        }
    }

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp(
            """
            With vhci: a find-my, fmdn or dult tag of the scenario has the key in this file, as 'pair --key' reads it, \
            and sends what its owner's gateway knows it by; may be repeated.
            """,
            valueName: "tracker=file"
        ),
        completion: .file()
    )
    var keys: [KeyChoice] = []

    /// A tag of the scenario, and with which PHYs it advertises.
    struct ExtendedChoice: Hashable, ExpressibleByArgument {
        let tracker: Name
        let form: ExtendedAdvertising

        private static let forms = [
            "1m": ExtendedAdvertising(), "2m": ExtendedAdvertising(secondary: .double),
            "coded": ExtendedAdvertising(primary: .coded, secondary: .coded),
        ]

        init?(argument: String) {
            let parts = argument.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard let first = parts.first, let tracker = try? Name(String(first)),
                let form = Self.forms[parts.count == 2 ? String(parts[1]) : "1m"]
            else { return nil }
            (self.tracker, self.form) = (tracker, form)
        }
    }

    @Option(
        help: ArgumentHelp(
            """
            With vhci: an fmdn tag of the scenario has identifiers of 256 bits, which it sends by extended advertising \
            with 1M, 2M or coded PHY (1m, 2m, coded; default: 1m); adapters hear it that are not legacy; may be repeated.
            """,
            valueName: "tracker[=phy]"
        )
    )
    var extended: [ExtendedChoice] = []

    /// How a tag advertises; nil for legacy advertising.
    func form(of tracker: Scenario.Tracker) -> ExtendedAdvertising? {
        extended.last { $0.tracker == tracker.id }?.form
    }

    /// Says that these are of no use on the simulator's air.
    func refuse() throws {
        try refuseVirtual()
        guard tracker == nil, number == nil, !keepOwner, pairing == .show else {
            throw ValidationError(
                "--tracker, --number, --pairing and --keep-owner need --radio bluez:ADAPTER or --radio vhci"
            )
        }
    }

    /// Says that these are of no use on a real adapter.
    func refuseVirtual() throws {
        guard pairing != .passkey else { throw ValidationError("--pairing passkey needs --radio vhci") }
        guard trace == nil else { throw ValidationError("--btsnoop needs --radio vhci") }
        guard bonds == nil else { throw ValidationError("--bonds needs --radio vhci") }
        guard adapters == 1 else { throw ValidationError("--adapters needs --radio vhci") }
        guard controller == .legacy else { throw ValidationError("--controller needs --radio vhci") }
        guard keys.isEmpty else { throw ValidationError("--key needs --radio vhci") }
        guard extended.isEmpty else { throw ValidationError("--extended needs --radio vhci") }
        guard duplicateFilter == nil else { throw ValidationError("--duplicate-filter needs --radio vhci") }
    }

    /// Says that only our own trackers can be on a real adapter.
    func refuseOtherMakes(in scenario: Scenario) throws {
        guard let tag = scenario.trackers.first(where: { $0.kind != nil }) else { return }
        let message = "'\(tag.id)' is a tag of another make, which needs --radio vhci"
        throw CommandFailure(.badInput, "\(tag.place): \(message)")
    }

    /// The scenario with the tracker that was asked for, or with all; they have the owners that they had, or none yet.
    func chooseAll(from whole: Scenario, _ registry: TagMemoryRegistry) async throws -> Scenario {
        guard tracker != nil || number == nil || whole.trackers.count == 1 else {
            throw CommandFailure(.badInput, "\(whole.file): --number is for one tracker: add --tracker")
        }
        guard (1...max(1, whole.gateways.count)).contains(adapters) else {
            let count = whole.gateways.count
            throw CommandFailure(
                .badInput,
                "\(whole.file): --adapters: 1 to \(max(1, count)), as many as it has gateways"
            )
        }
        var scenario = tracker == nil ? whole : try choose(from: whole)
        for index in scenario.trackers.indices {
            let tracker = scenario.trackers[index]
            let isBound = await registry.memory(of: number(of: tracker))?.registration != nil
            let state = whole.trackers.first { $0.id == tracker.id }?.state ?? tracker.state
            scenario.trackers[index].state = isBound || keepOwner ? state : .factoryNew
        }
        return scenario
    }

    /// The scenario with one tracker alone, which has no owner yet.
    func choose(from scenario: Scenario) throws -> Scenario {
        let names = scenario.trackers.map(\.id.text).joined(separator: ", ")
        let candidates = scenario.trackers.filter { tracker == nil || $0.id == tracker }
        guard var chosen = candidates.first else {
            throw CommandFailure(.badInput, "\(scenario.file): no tracker is called that; --tracker takes: \(names)")
        }
        guard candidates.count == 1 else {
            throw CommandFailure(.badInput, "\(scenario.file): an adapter takes one tracker; --tracker takes: \(names)")
        }
        if !keepOwner { chosen.state = .factoryNew }
        var scenario = scenario
        scenario.trackers = [chosen]
        return scenario
    }

    /// The number of a tracker of a scenario: the same in every run.
    ///
    /// FNV-1a, 64 bits, of its owner's and its own name.
    func number(of tracker: Scenario.Tracker) -> TrackerNumber {
        number
            ?? TrackerNumber(
                "\(tracker.owner)/\(tracker.id)".utf8.reduce(0xCBF2_9CE4_8422_2325) { hash, byte in
                    (hash ^ UInt64(byte)) &* 0x100_0000_01B3
                }
            )
    }
}
