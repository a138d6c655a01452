import Access
import ArgumentParser
import Tracking

/// `tagalong people request`.
struct PeopleRequest: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "request",
        abstract: "Ask a person for a connection.",
        discussion: """
            If they have asked you too, you are contacts at once. Who rejects a request is not announced; you may \
            ask again after a week.
            """
    )

    @Argument(help: "The person's account.", completion: AccountNames.completion)
    var other: String

    @Option(help: ArgumentHelp("Sections of your profile that they will see.", valueName: "sections"))
    var grant = SectionList()

    @Option(help: ArgumentHelp("Sections of theirs that you ask for.", valueName: "sections"))
    var want = SectionList()

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let (name, now) = (try Name(account: other), SystemUTCClock().now)
        try access.contacts.ask(name, by: account, granting: grant.level, wanting: want.level, at: now)
        let isContact = try access.profiles.person(name, for: account, at: now).standing == .contact
        try Output.standard.write(isContact ? "\(name) has asked too: you are contacts\n" : "\(name) is asked\n")
    }
}

/// `tagalong people withdraw`.
struct PeopleWithdraw: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "withdraw", abstract: "Withdraw a request that is not answered."
    )

    @Argument(help: "The person's account.", completion: AccountNames.completion)
    var other: String

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let name = try Name(account: other)
        try access.contacts.withdraw(name, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is not asked any more\n")
    }
}

/// `tagalong people accept`.
struct PeopleAccept: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "accept", abstract: "Accept a person's request: you are contacts then."
    )

    @Argument(help: "The person's account.", completion: AccountNames.completion)
    var other: String

    @Option(help: ArgumentHelp("Sections of your profile that they will see.", valueName: "sections"))
    var grant = SectionList()

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let name = try Name(account: other)
        try access.contacts.accept(name, by: account, granting: grant.level, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is a contact, and sees: \(SectionList.words(grant.level))\n")
    }
}

/// `tagalong people reject`.
struct PeopleReject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Reject a person's request; they are not told."
    )

    @Argument(help: "The person's account.", completion: AccountNames.completion)
    var other: String

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let name = try Name(account: other)
        try access.contacts.reject(name, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is rejected\n")
    }
}

/// `tagalong people level`.
struct PeopleLevel: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "level",
        abstract: "Change which sections of your profile a contact sees; without any, the public one."
    )

    @Argument(help: "The contact's account.", completion: AccountNames.completion)
    var other: String

    @Argument(help: "The sections: personal, work, school.", completion: .list(SectionList.allValueStrings))
    var sections: [String] = []

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let level = try TrustLevel(written: sections)
        let (access, account) = try person.open(global.settings())
        let name = try Name(account: other)
        try access.contacts.setLevel(level, of: name, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) sees: \(SectionList.words(level))\n")
    }
}

/// `tagalong people remove`.
struct PeopleRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove",
        abstract: "Remove a contact; they are told, and what you share with each other ends."
    )

    @Argument(help: "The contact's account.", completion: AccountNames.completion)
    var other: String

    @Flag(name: .customLong("yes"), help: "Do not ask for confirmation.")
    var isSure = false

    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (access, account) = try person.open(global.settings())
        let name = try Name(account: other)
        guard try access.contacts.list(of: account).contains(where: { $0.account == name }) else {
            throw AccessError.people(.notConnected(name))
        }
        try await confirm(name)
        try access.contacts.remove(name, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is no contact any more\n")
    }

    private func confirm(_ name: Name) async throws {
        if isSure { return }
        guard Terminal.isInput else {
            throw CommandFailure(.badInput, "--yes is expected when there is no terminal to ask on; nothing is removed")
        }
        try Output.error.write("Remove \(name)? They are told, and sharing ends on both sides. [y/N] ")
        let answer = await StandardInput().next()?.lowercased() ?? ""
        guard ["y", "yes"].contains(answer.filter { !$0.isWhitespace }) else {
            throw CommandFailure(.failure, "nothing is removed")
        }
    }
}
