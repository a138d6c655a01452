import Foundation

/// The modules that the first page needs, as one script.
///
/// A browser asks for six files of a host at a time, and far away each six take as long as the first six. Which modules
/// these are is said by the lines with `modulepreload` of index.html. Each becomes a function that answers with what the
/// module exports, in the order in which a browser would run them; whoever imports one of them takes it from there. That
/// asks of them: imports and exports by name, each at the beginning of a line, none that changes once its module has run,
/// and no circle.
struct Bundle {
    /// Where it is.
    static let path = "scripts/first.js"

    /// The script.
    private(set) var text = ""
    private let paths: Set<String>
    private var sources: [String: String] = [:]
    private var (begun, done): (Set<String>, Set<String>) = ([], [])

    /// What is wrong with a module.
    enum Problem: Error, CustomStringConvertible {
        case missing(String), circle(String), notByName(String, String)

        var description: String {
            switch self {
            case .missing(let path): "\(path): index.html names this module, and there is none"
            case .circle(let path): "\(path): this module needs itself"
            case .notByName(let path, let line):
                "\(path): an import or export by name is expected, which takes one line or ends with its names: \(line)"
            }
        }
    }

    /// The modules that a page names, out of all files by their paths.
    init(of page: String, files: [String: String]) throws {
        let named = page.matches(of: Self.preload).map { String($0.1) }
        paths = Set(named)
        sources = files
        for path in named { try add(path) }
    }

    /// Whether a module is in it.
    func holds(_ path: String) -> Bool { paths.contains(path) }

    /// A page that loads this in place of the modules in it.
    func page(_ text: String) -> String {
        var isNamed = false
        return text.replacing(Self.preload) { match in
            guard paths.contains(String(match.1)) else { return String(match.0) }
            defer { isNamed = true }
            return isNamed ? "" : "<link rel=\"modulepreload\" href=\"/\(Self.path)\">\n"
        }
    }

    /// A module that is not in it, and takes from it what is.
    func module(_ path: String, _ text: String) -> String {
        let own = Self.way(to: Self.path, from: path)
        let whole = text.replacing(Self.imports) { match in
            let wanted = Self.resolve(String(match.2), from: path)
            guard paths.contains(wanted) else { return String(match.0) }
            let name = Self.name(wanted)
            return "import { \(name) } from \"\(own)\"; const {\(Self.renamed(match.1))} = \(name);"
        }
        return later(whole, of: path, from: path)
    }

    /// Adds a module behind those that it needs.
    private mutating func add(_ path: String) throws {
        if done.contains(path) { return }
        guard begun.insert(path).inserted else { throw Problem.circle(path) }
        guard let source = sources[path] else { throw Problem.missing(path) }
        for match in source.matches(of: Self.imports) { try add(Self.resolve(String(match.2), from: path)) }
        for match in source.matches(of: Self.passedOn) { try add(Self.resolve(String(match.2), from: path)) }
        done.insert(path)
        text += try written(source, of: path)
    }

    private func written(_ source: String, of path: String) throws -> String {
        var exports = source.matches(of: Self.declared).map { String($0.2) }
        for match in source.matches(of: Self.passedOn) {
            let module = Self.name(Self.resolve(String(match.2), from: path))
            exports += match.1.split(separator: ",").map { $0.trimmingCharacters(in: .whitespaces) }
                .map { "\($0): \(module).\($0)" }
        }
        var body = source.replacing(Self.imports) { match in
            "const {\(Self.renamed(match.1))} = \(Self.name(Self.resolve(String(match.2), from: path)));"
        }
        body = body.replacing(Self.passedOn) { _ in "" }.replacing(Self.declared) { "\($0.1) \($0.2)" }
        if let line = body.split(separator: "\n").first(where: { $0.hasPrefix("import ") || $0.hasPrefix("export ") }) {
            throw Problem.notByName(path, String(line))
        }
        body = later(body, of: path, from: Self.path)
        let waits = body.contains(#/(?m)^await /#)
        let (begin, end) = waits ? ("await (async () => {", "})()") : ("(() => {", "})()")
        let answer = "return { \(exports.joined(separator: ", ")) };"
        return "export const \(Self.name(path)) = \(begin)\n\(body)\n\(answer)\n\(end);\n"
    }

    /// What is imported later by a module, as it is found from where that is written.
    private func later(_ text: String, of path: String, from place: String) -> String {
        text.replacing(Self.laterImports) { match in
            let wanted = Self.resolve(String(match.1), from: path)
            if paths.contains(wanted) {
                return "import(\"\(Self.way(to: Self.path, from: place))\").then((all) => all.\(Self.name(wanted)))"
            }
            return "import(\"\(Self.way(to: wanted, from: place))\")"
        }
    }

    private static func renamed(_ names: Substring) -> String { String(names.replacing(#/\s+as\s+/#) { _ in ": " }) }

    /// What a module is called in it: `m$list$card` is `scripts/list/card.js`.
    private static func name(_ path: String) -> String {
        "m$" + path.dropFirst("scripts/".count).dropLast(".js".count).replacing("/", with: "$")
    }

    private static func resolve(_ address: String, from path: String) -> String {
        var parts = path.split(separator: "/").dropLast()
        for part in address.split(separator: "/") where part != "." {
            if part == ".." { parts = parts.dropLast() } else { parts.append(part) }
        }
        return parts.joined(separator: "/")
    }

    private static func way(to path: String, from place: String) -> String {
        let up = place.split(separator: "/").count - 2
        return (up > 0 ? String(repeating: "../", count: up) : "./") + path.dropFirst("scripts/".count)
    }

    private static var preload: Regex<(Substring, Substring)> {
        #/<link rel="modulepreload" href="\/(scripts\/[^"]+)">\n/#
    }
    private static var imports: Regex<(Substring, Substring, Substring)> {
        #/(?m)^import \{([^}]*)\} from "(\.[^"]+)";$/#
    }
    private static var passedOn: Regex<(Substring, Substring, Substring)> {
        #/(?m)^export \{([^}]*)\} from "(\.[^"]+)";$/#
    }
    private static var declared: Regex<(Substring, Substring, Substring)> {
        #/(?m)^export ((?:async )?(?:function|class|const)) ([A-Za-z_$][A-Za-z0-9_$]*)/#
    }
    private static var laterImports: Regex<(Substring, Substring)> { #/\bimport\("(\.[^"]+)"\)/# }
}
