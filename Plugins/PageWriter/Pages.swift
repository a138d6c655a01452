import Foundation

/// The files of a folder, as they go into the program.
struct Pages {
    /// Without what a browser would load for nothing.
    private let files: [(path: String, content: Data)]
    /// Changes with what the pages load, so that whatever a browser has of it is good for ever.
    private let version: String

    init(in folder: URL) throws {
        let paths = try FileManager.default.subpathsOfDirectory(atPath: folder.path).sorted()
        let all = try paths.compactMap { path -> (path: String, content: Data)? in
            let file = folder.appendingPathComponent(path)
            let isFile = try file.resourceValues(forKeys: [.isRegularFileKey]).isRegularFile ?? false
            guard isFile, !file.lastPathComponent.hasPrefix(".") else { return nil }
            let content = try Data(contentsOf: file)
            return (path, path.hasSuffix(".js") ? Self.withoutComments(content) : content)
        }
        files = try Self.bundled(all)
        version = Self.version(of: files.filter { Self.isLoaded($0.path) }.flatMap { Data($0.path.utf8) + $0.content })
    }

    /// The same with one script in place of the modules that the first page needs.
    private static func bundled(_ files: [(path: String, content: Data)]) throws -> [(path: String, content: Data)] {
        let texts = files.filter { $0.path.hasSuffix(".js") || $0.path.hasSuffix(".html") }
            .map { ($0.path, String(decoding: $0.content, as: UTF8.self)) }
        let known = Dictionary(uniqueKeysWithValues: texts)
        guard let first = known["index.html"] else { return files }
        let bundle = try Bundle(of: first, files: known)
        let others = files.filter { !bundle.holds($0.path) }.map { file in
            guard let text = known[file.path] else { return file }
            let isPage = file.path.hasSuffix(".html")
            return (file.path, Data((isPage ? bundle.page(text) : bundle.module(file.path, text)).utf8))
        }
        return others + [(Bundle.path, Data(bundle.text.utf8))]
    }

    /// Whether a page loads it, by an address with the version in it.
    private static func isLoaded(_ path: String) -> Bool { path.hasPrefix("scripts/") || path.hasPrefix("styles/") }

    /// FNV-1a of 64 bits, in hexadecimal digits: http://www.isthe.com/chongo/tech/comp/fnv/.
    private static func version(of bytes: [UInt8]) -> String {
        let hash = bytes.reduce(0xcbf2_9ce4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01b3 }
        return String(hash, radix: 16)
    }

    /// An enumeration with two constants, the version and the list of the files.
    var source: String {
        """
        // Written by page-writer from Pages/Files.
        enum EmbeddedPages {
            static let version = "\(version)"
            static let files: [EmbeddedPage] = [
        \(files.map { entry($0.path, $0.content) }.joined(separator: "\n"))
            ]
        }

        """
    }

    private func entry(_ path: String, _ content: Data) -> String {
        let text = String(data: content, encoding: .utf8).map { Self.isLoaded(path) ? $0 : withVersion($0) }
        let literal = text.map(Self.literal) ?? "\"\(content.base64EncodedString())\""
        return "        EmbeddedPage(\(Self.literal(path)), \(text == nil ? "base64" : "text"): \(literal)),"
    }

    /// What loads scripts and styles by their whole address loads those of this version.
    private func withVersion(_ text: String) -> String {
        ["scripts", "styles"].reduce(text) {
            $0.replacingOccurrences(of: "\"/\($1)/", with: "\"/pages/\(version)/\($1)/")
        }
    }

    /// A script without its lines of comments, which are a sixth of what a browser would load; the others keep their numbers.
    private static func withoutComments(_ script: Data) -> Data {
        var isInTemplate = false
        let text = String(decoding: script, as: UTF8.self)
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false).map { line -> Substring in
            if !isInTemplate, line.drop(while: { $0 == " " }).hasPrefix("//") { return "" }
            if !line.count(where: { $0 == "`" }).isMultiple(of: 2) { isInTemplate.toggle() }
            return line
        }
        return Data(lines.joined(separator: "\n").utf8)
    }

    private static func literal(_ text: String) -> String {
        var literal = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\n": literal += "\\n"
            case "\"", "\\": literal += "\\\(scalar)"
            case _ where scalar.value < 0x20: literal += "\\u{\(String(scalar.value, radix: 16))}"
            default: literal.unicodeScalars.append(scalar)
            }
        }
        return literal + "\""
    }
}
