import ArgumentParser
import Testing

@testable import tagalong

@Suite struct CommandNamesTests {
    private static func all(below command: any ParsableCommand.Type) -> [any ParsableCommand.Type] {
        [command] + command.configuration.subcommands.flatMap(all)
    }

    /// Without one the parser describes the type of each command at each start, and for that Swift's runtime looks
    /// through all conformances of the program: a sixth of the time that `--help` took.
    @Test func `every command states its name`() {
        let nameless = Self.all(below: Tagalong.self).filter { $0.configuration.commandName == nil }
        #expect(nameless.map { "\($0)" } == [])
    }
}
