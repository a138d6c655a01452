import Access
import ArgumentParser
import Tracking

/// `tagalong account add`.
struct AccountAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add an account; it can log in once it has a passcode."
    )

    @Argument(help: "Its name.")
    var name: String

    @Flag(name: .customLong("admin"), help: "Grant all rights, including managing accounts.")
    var isAdministrator = false

    @Option(help: ArgumentHelp("A right; may be repeated.", valueName: "owner[/tracker]=right"))
    var allow: [String] = []

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func validate() throws {
        guard !isAdministrator || allow.isEmpty else { throw ValidationError("--admin may do everything already.") }
    }

    func run() async throws {
        let (name, grants) = (try Name(account: name), try allow.map { try Grant(written: $0) })
        try place.open(global.settings())
            .add(name, isAdministrator: isAdministrator, grants: grants, at: SystemUTCClock().now)
        let next = "tagalong account passcode \(name)"
        try Output.standard.write("\(name) is added; set its passcode with '\(next)'\n")
    }
}

/// `tagalong account allow`.
struct AccountAllow: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "allow", abstract: "Replace the rights of an account; without any it may do nothing."
    )

    @Argument(help: "The account.")
    var name: String

    @Argument(help: ArgumentHelp("Its rights.", valueName: "owner[/tracker]=right"))
    var rights: [String] = []

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let (name, grants) = (try Name(account: name), try rights.map { try Grant(written: $0) })
        try place.open(global.settings()).setGrants(grants, of: name, at: SystemUTCClock().now)
        let told = grants.isEmpty ? "nothing" : grants.map(\.description).joined(separator: ", ")
        try Output.standard.write("\(name) may do: \(told)\n")
    }
}

/// `tagalong account remove`.
struct AccountRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "remove", abstract: "Remove an account with its sessions, tokens and passkeys."
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = try Name(account: name)
        try place.open(global.settings()).remove(name, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is removed\n")
    }
}

/// `tagalong account logout`.
struct AccountLogout: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "logout", abstract: "Log an account out everywhere; its tokens stay valid."
    )

    @Argument(help: "The account.")
    var name: String

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = try Name(account: name)
        try place.open(global.settings()).revokeSessions(of: name, at: SystemUTCClock().now)
        try Output.standard.write("\(name) is logged out everywhere\n")
    }
}
