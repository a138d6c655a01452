/// A page of the manual.
struct ManualPage: Hashable {
    /// Such as `tagalong-up.1`.
    let file: String
    let text: String

    static func all(of program: CommandDump, version: String) -> [ManualPage] {
        let commands = program.all.flatMap { [page(of: $0, version: version)] + formerPages(of: $0) }
        return commands + [configuration(program, version)]
    }

    /// A page for each former name of a command, which shows that of the present one.
    private static func formerPages(of command: CommandDump) -> [ManualPage] {
        command.formerWords.map { words in
            ManualPage(
                file: "\(words.joined(separator: "-")).1",
                text: ".so man1/\(command.words.joined(separator: "-")).1\n"
            )
        }
    }

    private static func page(of command: CommandDump, version: String) -> ManualPage {
        let title = command.words.joined(separator: "-")
        let names = [title] + command.formerWords.map { $0.joined(separator: "-") }
        var page = Roff(title: title, section: 1, version: version)
        page.section("NAME")
        page.raw("\(names.map(Roff.escaped).joined(separator: ", ")) \\- \(Roff.escaped(summary(command)))")
        page.section("SYNOPSIS")
        page.raw(synopsis(command))
        if let discussion = command.discussion, !discussion.isEmpty {
            page.section("DESCRIPTION")
            page.prose(discussion)
        }
        if !command.children.isEmpty {
            page.section("COMMANDS")
            for child in command.children {
                page.entry(Roff.bold(child.words.joined(separator: " ")), [child.abstract ?? ""])
            }
        }
        if !command.shown.isEmpty {
            page.section("OPTIONS")
            for argument in command.shown { page.entry(term(argument), lines(argument)) }
        }
        page.section("SEE ALSO")
        page.raw(related(to: command).map { "\(Roff.bold($0.0))(\($0.1))" }.joined(separator: ",\n"))
        return ManualPage(file: "\(title).1", text: page.text)
    }

    /// In lower case and without a full stop, as indices of manuals have it.
    private static func summary(_ command: CommandDump) -> String {
        var text = command.abstract ?? ""
        if text.hasSuffix(".") { text.removeLast() }
        return text.prefix(1).lowercased() + text.dropFirst()
    }

    private static func synopsis(_ command: CommandDump) -> String {
        var parts = [Roff.bold(command.words.joined(separator: " "))]
        if !command.children.isEmpty { parts.append(Roff.italic("command")) }
        for argument in command.shown where argument.kind == .positional {
            let name = Roff.italic(argument.valueName ?? "argument") + (argument.isRepeating ? "..." : "")
            parts.append(argument.isOptional ? "[\(name)]" : name)
        }
        if command.shown.contains(where: { $0.kind != .positional }) { parts.append("[\(Roff.italic("options"))]") }
        return parts.joined(separator: " ")
    }

    private static func term(_ argument: CommandDump.Argument) -> String {
        let value = Roff.italic(argument.valueName ?? "value")
        switch argument.kind {
        case .positional: return value
        case .flag: return argument.spellings.map(Roff.bold).joined(separator: ", ")
        case .option: return argument.spellings.map(Roff.bold).joined(separator: ", ") + " \(value)"
        }
    }

    private static func lines(_ argument: CommandDump.Argument) -> [String] {
        var lines = [argument.abstract ?? "", argument.discussion ?? ""]
        if let values = argument.allValues, !values.isEmpty {
            lines.append("Values: \(values.joined(separator: ", ")).")
        }
        if let value = argument.defaultValue, !value.isEmpty, argument.kind != .flag {
            lines.append("Default: \(value).")
        }
        return lines
    }

    private static func related(to command: CommandDump) -> [(String, Int)] {
        let above = command.superCommands?.isEmpty ?? true ? [] : [(command.words.dropLast().joined(separator: "-"), 1)]
        let below = command.children.map { ($0.words.joined(separator: "-"), 1) }
        return above + below + [("tagalong-config", 5)]
    }

    private static func configuration(_ program: CommandDump, _ version: String) -> ManualPage {
        var page = Roff(title: "tagalong-config", section: 5, version: version)
        page.section("NAME")
        page.raw("tagalong\\-config \\- settings of tagalong for more than one call")
        page.section("DESCRIPTION")
        page.prose(
            """
            The file is YAML, one line for each setting: its name, a colon and its value. A command reads the file that \
            --config or TAGALONG_CONFIG names, else $XDG_CONFIG_HOME/tagalong/config.yaml, which usually is \
            ~/.config/tagalong/config.yaml. The services of the package read /etc/tagalong/config.yaml.

            Flags are stronger than variables such as TAGALONG_BROKER, those than credentials of the service manager such \
            as tagalong.broker, and those than this file. Of a setting that names a file, such as password-file, the \
            credential is the file itself.

            Example:
              broker: mqtts://history@broker.example
              password-file: /etc/tagalong/password
              warning: 8
              phones: [sam=iphone, kim=pixel]
              households: ["sam,kim"]
            """
        )
        page.section("SETTINGS")
        let arguments = Dictionary(
            program.all.flatMap(\.shown).flatMap { argument in argument.spellings.map { ($0, argument) } },
            uniquingKeysWith: { first, _ in first }
        )
        for key in SettingKey.allCases {
            let spelling = Self.flags[key] ?? "--\(key.rawValue)"
            page.entry(Roff.bold(key.rawValue), arguments[spelling].map(lines) ?? ["See \(spelling)."])
        }
        page.section("FILES")
        page.entry(Roff.bold("/etc/tagalong/config.yaml"), ["Settings of the services of the package."])
        page.entry(Roff.bold("/var/lib/tagalong"), ["What they keep."])
        page.entry(Roff.bold("/etc/credstore/tagalong.*"), ["Settings that only they may read."])
        page.section("SEE ALSO")
        page.raw("\(Roff.bold("tagalong"))(1)")
        return ManualPage(file: "tagalong-config.5", text: page.text)
    }

    /// The flags that are not called as their settings.
    private static let flags: [SettingKey: String] = [
        .adapters: "--adapter", .phones: "--phone", .households: "--household", .guards: "--guard",
    ]
}
