import Access
import ArgumentParser
import Foundation
import Tracking

/// `tagalong account passcode`.
struct AccountPasscode: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "passcode",
        abstract: "Set or remove the passcode of an account.",
        discussion: """
            Asks for it twice on a terminal, without echo; otherwise reads it from the first line of standard \
            input. Ends the account's sessions. When the last passcode is removed, authentication is off.
            """
    )

    @Argument(help: "The account; the very first one is created.")
    var name: String

    @Flag(help: "Remove the passcode: the account can no longer log in.")
    var remove = false

    @OptionGroup var place: AccountsOptions
    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let name = try Name(account: name)
        let access = try place.open(global.settings())
        let now = SystemUTCClock().now
        if remove {
            try access.removePasscode(current: nil, of: name, from: nil, at: now)
            let rest = try access.isProtected() ? "" : "; authentication is off now"
            return try Output.standard.write("\(name) has no passcode any more\(rest)\n")
        }
        // Before anybody has typed one in vain.
        let accounts = try access.accounts()
        guard accounts.isEmpty || accounts.contains(where: { $0.name == name }) else {
            throw AccessError.noSuchAccount(name)
        }
        try access.setPasscode(try Self.ask(), current: nil, of: name, from: nil, at: now)
        try Output.standard.write("\(name) has a new passcode\n")
    }

    private static func ask() throws -> Passcode {
        guard Terminal.isInput else { return try Passcode(readLine() ?? "") }
        let passcode = try Passcode(HiddenLine.read(prompt: "Passcode: "))
        guard try Passcode(HiddenLine.read(prompt: "Once more: ")) == passcode else {
            throw AccessError.passcodesDiffer
        }
        return passcode
    }
}

/// A line typed on the terminal that is not shown.
enum HiddenLine {
    static func read(prompt: String) throws -> String {
        try Output.error.write(prompt)
        var before = termios()
        guard unsafe tcgetattr(STDIN_FILENO, &before) == 0 else { return readLine() ?? "" }
        var hidden = before
        hidden.c_lflag &= ~tcflag_t(ECHO)
        unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &hidden)
        defer { unsafe tcsetattr(STDIN_FILENO, TCSAFLUSH, &before) }
        let line = readLine()
        try Output.error.write("\n")
        return line ?? ""
    }
}
