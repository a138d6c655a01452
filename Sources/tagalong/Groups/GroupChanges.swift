import Access
import ArgumentParser
import Tracking

/// `tagalong groups add`.
struct GroupAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Make a group, whose first admin is the account."
    )

    @Argument(help: "Its name, 1 to 60 characters.")
    var name: String

    @Option(help: "What it is about, up to 1000 characters.")
    var description = ""

    @Flag(name: .customLong("open"), help: "Let it be found by search, and joined by anybody with an account.")
    var isOpen = false

    @OptionGroup var membership: MembershipOptions
    @OptionGroup var person: PersonOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let given = try Membership(membership)
        let (access, account) = try person.open(global.settings())
        let id = try access.groups.make(
            name: name,
            description: description,
            isOpen: isOpen,
            giving: given,
            by: account,
            at: SystemUTCClock().now
        )
        try Output.error.write("\(name.printable) is made, with \(account) as its admin; its id:\n")
        try Output.standard.write("\(id)\n")
    }
}

/// `tagalong groups change`.
struct GroupChange: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "change", abstract: "Change what a group is called and says, and whether it is open; for an admin."
    )

    @Option(help: "Its name, 1 to 60 characters.")
    var name: String?

    @Option(help: "What it is about, up to 1000 characters.")
    var description: String?

    @Flag(
        inversion: .prefixedNo, exclusivity: .exclusive, help: "Whether it is found by search, and joined by anybody.")
    var open: Bool?

    @OptionGroup var options: GroupOptions

    func validate() throws {
        guard name != nil || description != nil || open != nil else {
            throw ValidationError("--name, --description, --open or --no-open is expected.")
        }
    }

    func run() async throws {
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.change(options.group, name: name, description: description, isOpen: open, by: account)
        try Output.standard.write("\(options.group) is changed\n")
    }
}

/// `tagalong groups delete`.
struct GroupDelete: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "delete",
        abstract: "Delete a group, with all that was given through it; for an admin or its maker."
    )

    @OptionGroup var options: GroupOptions

    func run() async throws {
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.delete(options.group, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(options.group) is deleted\n")
    }
}

/// `tagalong groups give`.
struct GroupGive: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "give",
        abstract: "Replace what the account gives a group: sections of the profile, and things; without any, nothing."
    )

    @OptionGroup var membership: MembershipOptions
    @OptionGroup var options: GroupOptions

    func run() async throws {
        let given = try Membership(membership)
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.give(given, of: account, to: options.group, at: SystemUTCClock().now)
        let told = (given.level.words + given.things.map(\.description)).joined(separator: ", ")
        try Output.standard.write("\(account) gives \(options.group): \(told.isEmpty ? "nothing" : told)\n")
    }
}

extension Membership {
    /// What is given, as it was typed.
    ///
    /// - Throws: `AccessError`.
    init(_ options: MembershipOptions) throws {
        self.init(
            level: options.grant.level, things: try options.things.map { try Grant(written: $0) }
        )
    }
}
