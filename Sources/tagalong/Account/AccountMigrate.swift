import Access
import ArgumentParser

/// `tagalong account migrate`.
struct AccountMigrate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "migrate",
        abstract: "Copy all accounts to another place, such as one that several services share.",
        discussion: """
            Copies accounts with their passcodes, passkeys, sessions, tokens, shares, links and audit, all of \
            them or none, and leaves the source as it is. A place that has accounts already is refused. End the \
            service first: who logs in meanwhile has to do it again.

            Examples:
              tagalong account migrate ~/.local/share/tagalong/access.sqlite postgres://tagalong@db.example/tagalong
              tagalong account migrate postgres://tagalong@db.example/tagalong access.sqlite
            """
    )

    @Argument(help: "The accounts to copy: a file, or an address of PostgreSQL.", completion: .file())
    var source: String

    @Argument(help: "Where to: a file, or an address of PostgreSQL.", completion: .file())
    var target: String

    @OptionGroup var global: GlobalOptions

    func run() async throws {
        let source = try AccessChoice(Given(text: source, origin: .flag("source")))
        let place = try AccessChoice(Given(text: target, origin: .flag("target")))
        guard try source.isThere() else {
            throw CommandFailure(.badInput, "\(source.address): there is no such file; accounts are expected")
        }
        let (from, to) = (try source.open(), try place.open())
        let count = try to.takeOver(from)
        try Output.standard.write("\(count) account\(count == 1 ? "" : "s") copied to \(to.path)\n")
    }
}
