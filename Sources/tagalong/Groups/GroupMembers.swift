import Access
import ArgumentParser
import Tracking

/// `tagalong groups invite`.
struct GroupInvite: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "invite", abstract: "Invite a contact to a group; for an admin."
    )

    @OptionGroup var options: GroupOptions

    @Argument(help: "The account of the contact.")
    var contact: String

    func run() async throws {
        let name = try Name(account: contact)
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.invite(name, to: options.group, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is invited\n")
    }
}

/// `tagalong groups reject`.
struct GroupReject: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "reject", abstract: "Reject an invitation; or, as an admin, withdraw somebody's."
    )

    @OptionGroup var options: GroupOptions

    @Argument(help: "Whose invitation is withdrawn (default: the account's own is rejected).")
    var invited: String?

    func run() async throws {
        let (access, account) = try options.person.open(options.global.settings())
        let name = try invited.map { text throws(CommandFailure) in try Name(account: text) } ?? account
        try access.groups.endInvitation(of: name, to: options.group, by: account)
        try Output.standard.write("\(name) is not invited any more\n")
    }
}

/// `tagalong groups join`.
struct GroupJoin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "join", abstract: "Join a group that is open, or that the account is invited to."
    )

    @OptionGroup var membership: MembershipOptions
    @OptionGroup var options: GroupOptions

    func run() async throws {
        let given = try Membership(membership)
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.join(options.group, as: account, giving: given, at: SystemUTCClock().now)
        try Output.standard.write("\(account) is in \(options.group)\n")
    }
}

/// `tagalong groups admin`.
struct GroupAdmin: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "admin", abstract: "Make a member an admin of a group, or with --no one no longer; for an admin."
    )

    @OptionGroup var options: GroupOptions

    @Argument(help: "The account of the member.")
    var member: String

    @Flag(name: .customLong("no"), help: "Take it back.")
    var isTakenBack = false

    func run() async throws {
        let name = try Name(account: member)
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.setAdmin(!isTakenBack, name, of: options.group, by: account)
        try Output.standard.write(isTakenBack ? "\(name) is an admin no longer\n" : "\(name) is an admin\n")
    }
}

/// `tagalong groups leave`.
struct GroupLeave: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "leave", abstract: "Leave a group; what was given through it, either way, ends at once."
    )

    @OptionGroup var options: GroupOptions

    func run() async throws {
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.remove(account, from: options.group, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(account) has left \(options.group)\n")
    }
}

/// `tagalong groups remove`.
struct GroupRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove a member from a group; for an admin."
    )

    @OptionGroup var options: GroupOptions

    @Argument(help: "The account of the member.")
    var member: String

    func run() async throws {
        let name = try Name(account: member)
        let (access, account) = try options.person.open(options.global.settings())
        try access.groups.remove(name, from: options.group, by: account, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is removed from \(options.group)\n")
    }
}
