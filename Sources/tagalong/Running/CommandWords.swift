import ArgumentParser
import Settings

/// The words behind the program's name, made ready for the parser.
///
/// The parser reads whatever begins with a minus letter by letter: `-1h` is `-1` and `-h` to it, which is help. It also
/// takes a misspelt command for an argument too many, and knows `help` in the first place alone.
enum CommandWords {
    /// The words with values below zero where the parser takes them for values: `--at -33.9,18.4` is `--at=-33.9,18.4`,
    /// and `snooze keys -1h` is `snooze keys -- -1h`.
    ///
    /// Where `help` stands among the commands, nothing is asked for but that
    /// of the command: `account help audit` and `help account audit --json` are `help account audit`.
    ///
    /// - Throws: ``CommandFailure`` for a command that there is not, and for letters behind one minus that are no options.
    static func prepared(_ words: [String]) throws -> [String] {
        var command: any ParsableCommand.Type = Tagalong.self
        var path = [Tagalong._commandName]
        var (rest, asksHelp) = (words[...], false)
        while let word = rest.first, !word.hasPrefix("-") || isNegative(word),
            !command.configuration.subcommands.isEmpty
        {
            rest.removeFirst()
            if word == "help" {
                asksHelp = true
                continue
            }
            command = try subcommand(word, of: command, path)
            path.append(command._commandName)
        }
        if asksHelp { return ["help"] + path.dropFirst() }
        let typed = rest.prefix { $0 != "--" }
        guard command.configuration.subcommands.isEmpty,
            typed.contains(where: { isNegative($0) || isCluster($0) })
        else { return words }
        let options = try CommandDump.program().all.first { $0.words == path }?.arguments ?? []
        return try words[..<rest.startIndex] + arranged(rest, options, path.joined(separator: " "))
    }

    private static func subcommand(
        _ word: String, of command: any ParsableCommand.Type, _ path: [String]
    ) throws(CommandFailure) -> any ParsableCommand.Type {
        func names(_ command: any ParsableCommand.Type) -> [String] {
            [command._commandName] + command.configuration.aliases
        }
        let known = command.configuration.subcommands
        if let found = known.first(where: { names($0).contains(word) }) { return found }
        let typed = path.joined(separator: " ")
        let what = path.count == 1 ? "no command" : "no command of '\(typed)'"
        let near = WordList.nearest(to: word, among: known.flatMap(names) + ["help"])
        let hint = near.map { ", did you mean '\($0)'?" } ?? ""
        throw CommandFailure(.badInput, "'\(word.printable)' is \(what)\(hint) ('\(typed) --help' lists all)")
    }

    /// The words behind the command; what is no option and begins with a minus goes to the end, behind `--`.
    private static func arranged(
        _ words: ArraySlice<String>, _ options: [CommandDump.Argument], _ command: String
    ) throws(CommandFailure) -> [String] {
        var (rest, result, behind) = (words, [String](), [String]())
        while let word = rest.popFirst() {
            if word == "--" {
                behind += rest
                break
            }
            let option = options.first { $0.kind == .option && $0.spellings.contains(word) }
            if let option, let value = rest.first {
                if value.hasPrefix("-"), isNegative(value) || isCluster(value) {
                    result.append("\(option.spellings.first { $0.hasPrefix("--") } ?? word)=\(value)")
                } else {
                    result.append(word)
                    // The parser says that a value is missing.
                    if value.hasPrefix("-") { continue }
                    result.append(value)
                }
                rest.removeFirst()
            } else if isNegative(word) || !word.hasPrefix("-") && !behind.isEmpty {
                behind.append(word)
            } else {
                if isCluster(word) { try expectOptions(word, options, command) }
                result.append(word)
            }
        }
        return behind.isEmpty && !words.contains("--") ? result : result + ["--"] + behind
    }

    private static func expectOptions(
        _ word: String, _ options: [CommandDump.Argument], _ command: String
    ) throws(CommandFailure) {
        let known = options.flatMap(\.spellings)
        let letters = Set(known.filter { !$0.hasPrefix("--") } + ["-h"])
        if word.dropFirst().allSatisfy({ letters.contains("-\($0)") }) { return }
        let spellings = known.filter { $0.hasPrefix("--") }
        let hint = WordList.nearest(to: "-\(word)", among: spellings).map { ", did you mean '\($0)'?" } ?? ""
        throw CommandFailure(
            .badInput, "'\(word.printable)' is no option of '\(command)'\(hint) ('\(command) --help' lists all)"
        )
    }

    /// Whether a word is a number below zero, or begins like one: `-5`, `-.5`, `-1h`, `-33.9,18.4`.
    static func isNegative(_ word: String) -> Bool {
        var letters = word.utf8.dropFirst()
        guard word.hasPrefix("-") else { return false }
        if letters.first == UInt8(ascii: ".") { letters.removeFirst() }
        return letters.first.map { (UInt8(ascii: "0")...UInt8(ascii: "9")).contains($0) } ?? false
    }

    /// Whether a word is several letters behind one minus, which the parser takes apart; `-o=FILE` and `-help` are not.
    private static func isCluster(_ word: String) -> Bool {
        let letters = word.dropFirst()
        return word.hasPrefix("-") && !word.hasPrefix("--") && letters.count > 1 && !isNegative(word)
            && !letters.dropFirst().hasPrefix("=") && word != "-help"
    }
}
