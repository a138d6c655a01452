import Foundation

/// What docs/schemas says that a command prints with `--json`.
public struct OutputSchema {
    /// The command's words, joined by hyphens, such as `account-list`.
    public let command: String
    public let document: [String: Any]

    public let form: Form

    /// How docs/json.md says that values are laid out.
    public enum Form: String, Sendable {
        /// One array, with one object a line.
        case list
        /// One object on one line.
        case object
        /// One object a line.
        case lines
    }

    private static let folder = packageRoot.appending(path: "docs/schemas")

    /// The commands that have one, by name.
    public static func commands() throws -> [String] {
        try FileManager.default.contentsOfDirectory(atPath: folder.path)
            .filter { $0.hasSuffix(".json") }.map { String($0.dropLast(".json".count)) }.sorted()
    }

    /// The schema of a command.
    ///
    /// - Throws: What is wrong with its file, or that there is none.
    public init(of command: String) throws {
        self.command = command
        let file = Self.folder.appending(path: "\(command).json")
        document = try JSONSerialization.jsonObject(with: Data(contentsOf: file)) as? [String: Any] ?? [:]
        let page = try String(contentsOf: packageRoot.appending(path: "docs/json.md"), encoding: .utf8)
        let row = page.split(separator: "\n").first { $0.contains("(schemas/\(command).json)") }
        let word = row?.split(separator: "|").last?.trimmingCharacters(in: .whitespaces)
        guard let form = word.flatMap(Form.init) else {
            throw CocoaError(.fileReadCorruptFile, userInfo: [NSFilePathErrorKey: "docs/json.md, for \(command)"])
        }
        self.form = form
    }

    /// The schema of the command that some arguments call; a group that is called by itself lists.
    ///
    /// - Throws: That there is none.
    public init(ofCall arguments: [String]) throws {
        let words = arguments.prefix { !$0.hasPrefix("-") }
        let known = Set(try Self.commands())
        let names = (0...min(3, words.count)).reversed().map { words.prefix($0).joined(separator: "-") }
        guard let name = names.flatMap({ [$0, "\($0)-list"] }).first(where: known.contains) else {
            throw CocoaError(.fileNoSuchFile, userInfo: [NSFilePathErrorKey: "docs/schemas, for \(arguments)"])
        }
        try self.init(of: name)
    }

    /// What is wrong with an output, each with its place; a line that was cut off is none.
    public func errors(in output: String) throws -> [String] {
        let values =
            form == .lines ? output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() : [output[...]]
        let check = SchemaCheck(document: document)
        return try values.flatMap { text in
            let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            return check.errors(in: value, against: document).map { "\(command)\($0)" }
        } + layoutErrors(in: output).map { "\(command): \($0)" }
    }

    private func layoutErrors(in output: String) -> [String] {
        let lines = output.split(separator: "\n")
        switch form {
        case .lines: return []
        case .object: return lines.count == 1 ? [] : ["one object on one line is expected, found \(lines.count) lines"]
        case .list:
            if lines == ["[]"] { return [] }
            guard lines.count > 2, lines.first == "[", lines.last == "]" else {
                return ["one object a line is expected"]
            }
            let objects = lines.dropFirst().dropLast().map { $0.last == "," ? $0.dropLast() : $0 }
            return objects.filter { (try? JSONSerialization.jsonObject(with: Data($0.utf8))) as? [String: Any] == nil }
                .map { "one object a line is expected, found \($0)" }
        }
    }
}
