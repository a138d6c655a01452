import API
import Access
import ArgumentParser
import Curl
import Foundation
import History
import Messages
import Store
import Tracking

/// `tagalong account erase`.
struct AccountErase: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "erase",
        abstract: "Erase an account and all data of its items, permanently.",
        discussion: """
            Removes the account, and the items and phones of the owner of the same name: every row and photo, \
            also from unused pages of the databases. The audit log records that an account was erased, without \
            its name. The owner's trackers switch off and forget their owner; their names, and those of \
            retained messages still to be cleared on the broker, are kept until that has happened. Backups and \
            exported files are not touched. Run 'tagalong account export' first to keep a copy.

            A running history service does the work; an interrupted erasure resumes when it next starts.

            Examples:
              tagalong account erase sam
              tagalong account erase sam --yes --now

            Exit status: 0 erased, or the account is removed and the service completes the rest, as the output \
            says; 1 not erased, 2 bad input, 3 the running service could not be reached.
            """
    )

    @Argument(help: "The account, or an owner without one.")
    var name: String

    @Flag(name: .customLong("yes"), help: "Do not ask for confirmation.")
    var isSure = false

    @Flag(
        name: .customLong("now"),
        help: "Do not wait for trackers and broker: those that cannot be reached now are never notified."
    )
    var isNow = false

    @Option(
        help: ArgumentHelp(
            "Whose items to erase (default: those of the owner of the account's name).", valueName: "owner"
        )
    )
    var owner: String?

    @OptionGroup var store: StoreOptions
    @OptionGroup var topics: TopicOptions
    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let settings = try global.settings()
        let choice = try StoreChoice(store, settings)
        let topics = try topics.topics(settings)
        let account = try Name(account: name)
        let owner = try self.owner.map { text throws(CommandFailure) in try Name(account: text) } ?? account
        let refused = topics.starts(of: owner)
        if try isAsked(account, owner, refused, choice, place.open(settings)) { try await confirm(account) }
        let told =
            if let console = try RunningConsole.find(choice) {
                try await ask(console, account, owner)
            } else {
                try await erase(account, owner, choice, place.open(settings), topics)
            }
        let access = try place.open(settings)
        let isOpen = try !access.isProtected() && !access.accounts().isEmpty
        try Output.standard.write(told + (isOpen ? "; authentication is off now" : "") + "\n")
    }

    /// Whether somebody has to confirm: not where an erasure that was confirmed only goes on.
    ///
    /// - Throws: ``CommandFailure`` where there is nothing to erase, before anybody is asked.
    private func isAsked(
        _ account: Name, _ owner: Name, _ refused: [String], _ choice: StoreChoice, _ access: AccessControl
    ) throws -> Bool {
        // What has come since was not asked about.
        let history = try choice.isThere() ? choice.openForReading() : nil
        let hasData = try history.map { try !$0.devices(of: owner).isEmpty || $0.hasRefused(below: refused) } ?? false
        if try hasData || access.accounts().contains(where: { $0.name == account }) { return true }
        if try access.erasures().contains(where: { $0.account == account && $0.owner == owner }) {
            try Output.error.write("\(account) is being erased already\n")
            return false
        }
        let whom = owner == account ? "no owner of that name" : "no owner '\(owner)'"
        throw CommandFailure(.failure, "there is no account '\(account)', and \(whom)")
    }

    /// What is gone does not come back: a person is asked, and a program has to say that it is sure.
    private func confirm(_ account: Name) async throws {
        if isSure { return }
        guard Terminal.isInput else {
            throw CommandFailure(.badInput, "--yes is expected when there is no terminal to ask on; nothing is erased")
        }
        try Output.error.write("Erase \(account) and all data of its items permanently? Type the name to confirm: ")
        guard await StandardInput().next()?.trimmingCharacters(in: .whitespaces) == account.text else {
            throw CommandFailure(.failure, "nothing is erased")
        }
    }

    private struct Order: Encodable {
        let account: String
        let owner: String
        let wait: Bool
    }

    private struct Standing: Decodable {
        let state: String
        let trackers: [Tracker]?

        struct Tracker: Decodable {
            let owner: String
            let tracker: String
        }
    }

    private func ask(_ console: RunningConsole, _ account: Name, _ owner: Name) async throws -> String {
        let order = Order(account: account.text, owner: owner.text, wait: !isNow)
        let path = "/api/v1/accounts/\(account)/erasure"
        let answer = try await console.ask(.post, path, body: try JSONEncoder().encode(order), within: 600)
        let standing = try JSONDecoder().decode(Standing.self, from: answer)
        let trackers = standing.trackers ?? []
        return Self.sentence(account, standing.state, trackers.map { "\($0.owner)/\($0.tracker)" })
    }

    private func erase(
        _ account: Name, _ owner: Name, _ choice: StoreChoice, _ access: AccessControl, _ topics: Topics
    ) async throws -> String {
        // An account may be there before the first position.
        let isThere = try choice.isThere()
        let store = isThere ? try choice.openForChange() : try Store.inMemory()
        let core = try HistoryCore(store: store, configuration: HistoryConfiguration(topics: topics))
        let clock = SystemUTCClock()
        let archive = AccountArchive(of: account, owner: owner, access: access, store: store, at: clock.now)
        guard try archive.exists || store.hasRefused(below: topics.starts(of: owner)) else {
            throw AccessError.noSuchAccount(account)
        }
        let box = CoreBox(core)
        let eraser = AccountEraser(access: access, store: store, clock: clock) { change in
            try await box.change { core in _ = try change(&core, clock.now) }
        }
        let standing = try await eraser.begin(account, owner: owner, waits: !isNow)
        try await eraser.goOnWithAll()
        switch standing {
        case .done: return Self.sentence(account, "done", [])
        case .broker: return Self.sentence(account, "broker", [])
        case .readers: return Self.sentence(account, "readers", [])
        case .waiting: return Self.sentence(account, "waiting", [])
        case .trackers(let devices): return Self.sentence(account, "trackers", devices.map { "\($0)" })
        }
    }

    private static func sentence(_ account: Name, _ state: String, _ trackers: [String]) -> String {
        switch state {
        case "done": "\(account) is erased"
        case "trackers":
            "the data of \(account) is gone; the names go when these trackers know: "
                + trackers.map(\.printable).joined(separator: ", ")
        case "broker": "the data of \(account) is gone; the names go when the history service has told the broker"
        case "waiting":
            "the account \(account) is gone; its data goes by itself as soon as the history can be changed"
        default: "the data of \(account) is gone; the files are cleaned when no other process reads them"
        }
    }
}

/// A history without a service, for one command.
private actor CoreBox {
    private var core: HistoryCore

    init(_ core: HistoryCore) { self.core = core }
    func change(_ body: @Sendable (inout HistoryCore) throws -> Void) throws { try body(&core) }
}
