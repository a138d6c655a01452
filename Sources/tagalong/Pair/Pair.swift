import ArgumentParser
import Foundation
import Gateway
import Logging
import Messages
import Settings
import Tracking

/// `tagalong pair`.
struct Pair: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "pair",
        abstract: "Pair a Bluetooth tag with an item.",
        discussion: """
            TAG is what 'tagalong scan' shows: the identity, the address or the name. Hold the tag near, and \
            press its button to wake it; some need a long press until they beep or blink. One of our trackers \
            is bonded, registered to its owner and asked to locate; if it shows a number, you are asked to \
            compare it. A tag of another make is added to the registry, to be received and rung. If a step \
            fails, nothing is changed, and you can try again.

            With --key a tag of yours whose address rotates is paired by the key that you have of it; it need not \
            be near. FILE is an accessory of FindMy.py (JSON or property list), OpenHaystack's keys, an identity \
            key of Google's Find Hub (32 bytes) or an identity resolving key (16 bytes), the last two in \
            hexadecimal or base64. If the file has several tags, TAG is the name of one of them.

            A gateway that runs on this machine picks the tag up at once. The broker must be reachable.

            Examples:
              tagalong pair iTAG --item Keys
              tagalong pair C0:FF:EE:00:12:34 --item "Sam's bag" --owner sam --tracker bag
              tagalong pair --key airtag.json --item Bicycle

            Exit status: 0 paired, 1 not paired, 2 bad input, 3 Bluetooth or the broker is not available.
            """
    )

    @Argument(help: "The tag: its address, its identity, or its name.")
    var tag: String?

    @Option(
        name: .customLong("key"),
        help: ArgumentHelp("A file with your key of a tag whose address rotates.", valueName: "file"),
        completion: .file()
    )
    var keyFile: String?

    @Option(help: ArgumentHelp("The name of the item.", valueName: "name"))
    var item: String

    @Option(
        help: ArgumentHelp(
            "Its owner (default: the owner of the tags paired so far, or your user name).", valueName: "name"
        )
    )
    var owner: String?

    @Option(help: ArgumentHelp("The tracker's name in topics (default: derived from the item's).", valueName: "name"))
    var tracker: String?

    @Option(
        name: .customLong("report-every"),
        help: ArgumentHelp("Time between two reports, from 1s to 24h.", valueName: "duration")
    )
    var interval: String?

    @Option(help: ArgumentHelp("How long to search for the tag, such as 30s or 2m.", valueName: "duration"))
    var timeout = "30s"

    @Flag(name: .customLong("yes"), help: "Confirm the number that the tag shows without asking.")
    var trusts = false

    @OptionGroup var gateway: GatewayOptions
    @OptionGroup var radios: RadioOptions
    @OptionGroup var broker: BrokerOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard tag != nil || keyFile != nil else {
            throw ValidationError("Which tag? Give TAG as 'tagalong scan' shows it, or --key FILE.")
        }
        try Duration.check("--timeout", timeout, suchAs: "30s or 2m")
        _ = try interval.map { try DesiredOptions.seconds($0) }
        _ = try DesiredOptions.item(item)
        for (flag, text) in [("--owner", owner), ("--tracker", tracker)] {
            do { _ = try text.map { try Name($0) } } catch { throw ValidationError("\(flag): \(error).") }
        }
        if let name = owner.flatMap({ try? Name($0) }), Topics.isReserved(name) {
            throw ValidationError("--owner: no owner can be called '\(name)', which has another meaning in topics.")
        }
    }

    func run() async throws {
        let settings = try global.settings()
        let key = try keyFile.map { try TagKeyFile(path: $0).key(of: tag) }
        let choice = try BrokerChoice.choose(broker, settings)
        let topics = try topics.topics(settings)
        let pairing = try gateway.pairing(settings, topics)
        let credentials = try gateway.credentials(settings, choice, topics)
        let library = try radios.library(settings)
        let setup = try radios.setup(settings, logLevel: max(settings.logLevel, .warning))
        let file = GatewayOptions.registry(settings)
        let request = try request(settings, try file.read())
        let logger = Logger(part: "pair", level: max(settings.logLevel, .warning))
        let filter = "\(topics.own)/\(request.owner)/+/desired"
        let paired = AsyncStream.makeStream(of: TagEntry.self)
        try await Errand.run(on: choice, topics: topics, subscribing: [filter], logger: logger) { errand in
            let wanted = Self.desired(try await errand.retained(), topics)
            let radio = try await key == nil ? setup.open() : setup.unchecked()
            let tags = TagRadio(radio: radio, library: library, registry: file, clock: SystemUTCClock(), logger: logger)
            let flow = Pairing(
                over: tags,
                settings: pairing,
                credentials: credentials,
                clock: SystemUTCClock(),
                desired: { wanted[$0] },
                publish: { try await errand.deliver($0) }
            )
            if let key {
                let entry = try await flow.pair(request, key: key) { Self.show($0) }
                paired.continuation.yield(entry)
                return try await listen(for: entry, tags, radio, setup, logger)
            }
            let job = TagJob(tags: tags) { [person] tags in
                try Output.error.write("looking for \(request.tag.printable): hold it near, and press its button …\n")
                var found = request
                found.tag = try await TagQuery(text: request.tag).resolve(among: tags, within: request.findWithin)
                paired.continuation.yield(try await flow.pair(found, asking: person) { Self.show($0) })
            }
            try await ServiceRun.run([radio, tags, job], mayFinish: true, logger: logger)
        }
        paired.continuation.finish()
        for await entry in paired.stream {
            return try Output.standard.write("\(entry.item.text.printable) (\(entry.device)) is paired\n")
        }
        throw CommandFailure(.failure, "interrupted; nothing is paired")
    }

    private var person: TerminalPerson {
        TerminalPerson(answers: StandardInput(), trusts: trusts) { try? Output.error.write($0) }
    }

    private func request(_ settings: CommandSettings, _ registry: TagRegistry) throws -> PairingRequest {
        PairingRequest(
            tag: tag ?? "",
            item: item,
            owner: try owner(settings, registry),
            device: try tracker.map { try Name($0) },
            reportEvery: try interval.map { try DesiredOptions.seconds($0) },
            findWithin: Duration(compact: timeout) ?? .seconds(30)
        )
    }

    private func owner(_ settings: CommandSettings, _ registry: TagRegistry) throws -> Name {
        let expected = "a name of letters, digits, '_' or '-', but not alerts or gateway,"
        let given = try settings.value(.owner, flag: owner)?.read(expecting: expected, Self.ownerName)
        if let given { return given }
        let owners = Set(registry.entries.map(\.device.owner))
        if owners.count == 1, let only = owners.first { return only }
        if owners.isEmpty, let user = Self.ownerName(NSUserName()) { return user }
        let names = WordList.alternatives(owners.sorted().map(\.text))
        throw CommandFailure(.badInput, "whose is it? Give --owner\(names.isEmpty ? "" : ", such as \(names)")")
    }

    private static func ownerName(_ text: String) -> Name? {
        guard let name = try? Name(text), !Topics.isReserved(name) else { return nil }
        return name
    }

    private static func desired(_ messages: [Message], _ topics: Topics) -> [DeviceID: Kept<DesiredState>] {
        var states: [DeviceID: Kept<DesiredState>] = [:]
        for message in messages {
            guard case .desired(let id) = topics.parse(message.topic) else { continue }
            states[id] = try? Kept(decoding: message.payload)
        }
        return states
    }

    private static func show(_ step: PairingStep) {
        switch step {
        case .validating, .finding, .done: return
        case .bonding, .connecting, .identifying, .crediting, .registering, .storing, .confirming, .activating:
            try? Output.error.write("\(step.description.printable) …\n")
        }
    }
}
