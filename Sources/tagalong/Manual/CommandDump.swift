import ArgumentParser
import Foundation

/// A command as the parser describes it, for all that is written from it.
struct CommandDump: Decodable {
    let superCommands: [String]?
    let shouldDisplay: Bool
    let commandName: String
    /// The names that it had before, which go on working.
    let aliases: [String]?
    let abstract: String?
    let discussion: String?
    let subcommands: [CommandDump]?
    let arguments: [Argument]?

    struct Argument: Decodable {
        enum Kind: String, Decodable { case positional, option, flag }

        struct Name: Decodable {
            let kind: String
            let name: String
        }

        let kind: Kind
        let shouldDisplay: Bool
        let isOptional: Bool
        let isRepeating: Bool
        let names: [Name]?
        let valueName: String?
        let defaultValue: String?
        let allValues: [String]?
        let abstract: String?
        let discussion: String?

        /// As they are typed, such as `-v` and `--version`.
        var spellings: [String] { (names ?? []).map { $0.kind == "long" ? "--\($0.name)" : "-\($0.name)" } }
    }

    /// All words, such as `tagalong place add`.
    var words: [String] { (superCommands ?? []) + [commandName] }

    /// All words under each former name, such as `tagalong forget`.
    var formerWords: [[String]] { (aliases ?? []).map { (superCommands ?? []) + [$0] } }

    /// The commands below that are told of, in order.
    var children: [CommandDump] { (subcommands ?? []).filter { $0.shouldDisplay && $0.commandName != "help" } }

    var all: [CommandDump] { [self] + children.flatMap(\.all) }

    /// The arguments that are told of.
    var shown: [Argument] { (arguments ?? []).filter(\.shouldDisplay) }

    /// The whole program.
    ///
    /// - Throws: `DecodingError` for a parser that describes itself in another way.
    static func program() throws -> CommandDump {
        struct Tool: Decodable { let command: CommandDump }
        return try JSONDecoder().decode(Tool.self, from: Data(Tagalong._dumpHelp().utf8)).command
    }
}
