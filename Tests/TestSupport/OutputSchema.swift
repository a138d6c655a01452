import Foundation

/// What docs/schemas says that a command prints with `--json`.
public struct OutputSchema {
    /// The command's words, joined by hyphens, such as `account-list`.
    public let command: String
    public let document: [String: Any]

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

    /// Whether each line of the output is a value of its own.
    public var isOfLines: Bool { (document["description"] as? String)?.contains("(JSON Lines)") ?? false }

    /// What is wrong with an output, each with its place; a line that was cut off is none.
    public func errors(in output: String) throws -> [String] {
        let values =
            isOfLines ? output.split(separator: "\n", omittingEmptySubsequences: false).dropLast() : [output[...]]
        let check = SchemaCheck(document: document)
        return try values.flatMap { text in
            let value = try JSONSerialization.jsonObject(with: Data(text.utf8), options: .fragmentsAllowed)
            return check.errors(in: value, against: document).map { "\(command)\($0)" }
        }
    }
}
