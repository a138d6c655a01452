import Yams

/// The description of the interface (OpenAPI 3.1), put together from the files in `Parts`.
///
/// Each of them has some of `paths`, `schemas`, `parameters`, `responses` and `headers`, so that what belongs together
/// stands together; the first has the head of the document as well.
struct OpenAPIDocument: Sendable {
    let json: [UInt8]

    /// Why the parts do not make a document.
    enum Invalid: Error, Hashable, CustomStringConvertible {
        case part(Int, String)
        case twice(String)

        var description: String {
            switch self {
            case .part(let index, let reason): "part \(index + 1) of the OpenAPI document: \(reason)"
            case .twice(let name): "the OpenAPI document has '\(name)' twice"
            }
        }
    }

    /// That of this program, put together when it is first asked for, or why it cannot be.
    static let standard = Result {
        try OpenAPIDocument(parts: [
            PackageResources.main_yaml, PackageResources.items_yaml, PackageResources.rules_yaml,
            PackageResources.history_yaml, PackageResources.alerts_yaml, PackageResources.trackers_yaml,
            PackageResources.gateways_yaml, PackageResources.access_yaml, PackageResources.server_yaml,
            PackageResources.simulation_yaml, PackageResources.deletions_yaml, PackageResources.privacy_yaml,
            PackageResources.sources_yaml, PackageResources.guard_yaml, PackageResources.map_yaml,
            PackageResources.notifications_yaml, PackageResources.accounts_yaml, PackageResources.heard_yaml,
            PackageResources.links_yaml, PackageResources.broker_yaml, PackageResources.calibration_yaml,
            PackageResources.simulateditems_yaml, PackageResources.clouds_yaml, PackageResources.groups_yaml,
            PackageResources.people_yaml, PackageResources.inbox_yaml, PackageResources.mail_yaml,
            PackageResources.foundpages_yaml, PackageResources.invitations_yaml,
            PackageResources.reminders_yaml, PackageResources.facts_yaml,
        ])
    }

    /// A document of some parts in YAML.
    ///
    /// - Throws: ``Invalid``.
    init(parts: [[UInt8]]) throws {
        var head: [(String, Node)] = []
        var paths: [(String, Node)] = []
        var components: [String: [(String, Node)]] = [:]
        for (index, part) in parts.enumerated() {
            for (key, value) in try Self.sections(part, index) {
                let entries = value.mapping?.map { ($0.key.string ?? "", $0.value) } ?? []
                switch key {
                case "paths": paths += entries
                case "schemas", "parameters", "responses", "headers": components[key, default: []] += entries
                default: head.append((key, value))
                }
            }
        }
        for entries in [head, paths] + components.values { try Self.checkUnique(entries.map(\.0)) }
        let sections = components.sorted { $0.key < $1.key }.map { ($0.key, Self.object($0.value)) }
        let members = head.map { ($0.0, $0.1.json) } + [("paths", Self.object(paths))]
        json = Array(Self.text(members + [("components", Self.text(sections))]).utf8)
    }

    private static func sections(_ part: [UInt8], _ index: Int) throws -> [(String, Node)] {
        do {
            let node = try Yams.compose(yaml: String(decoding: part, as: UTF8.self))
            guard let mapping = node?.mapping else { throw Invalid.part(index, "a mapping is expected") }
            return mapping.map { ($0.key.string ?? "", $0.value) }
        } catch let error as YamlError {
            throw Invalid.part(index, "\(error)")
        }
    }

    private static func checkUnique(_ names: [String]) throws(Invalid) {
        var seen: Set<String> = []
        for name in names where !seen.insert(name).inserted { throw .twice(name) }
    }

    private static func object(_ members: [(String, Node)]) -> String { text(members.map { ($0.0, $0.1.json) }) }

    private static func text(_ members: [(String, String)]) -> String {
        "{" + members.map { "\($0.0.quotedForJSON):\($0.1)" }.joined(separator: ",") + "}"
    }
}

extension Node {
    /// The node as JSON, its keys in their order.
    fileprivate var json: String {
        switch self {
        case .mapping(let mapping):
            let members = mapping.map { "\(($0.key.string ?? "").quotedForJSON):\($0.value.json)" }
            return "{" + members.joined(separator: ",") + "}"
        case .sequence(let sequence): return "[" + sequence.map(\.json).joined(separator: ",") + "]"
        case .scalar(let scalar):
            // Only a plain scalar may be anything but a text.
            guard scalar.style == .plain else { return scalar.string.quotedForJSON }
            if let value = Int(scalar.string) { return "\(value)" }
            if let value = Double(scalar.string), value.isFinite { return "\(value)" }
            return ["true", "false", "null"].contains(scalar.string) ? scalar.string : scalar.string.quotedForJSON
        case .alias: return "null"
        }
    }
}

extension String {
    /// The text as a JSON string.
    fileprivate var quotedForJSON: String {
        var quoted = "\""
        for scalar in unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20: quoted += "\\u" + String(scalar.value + 0x10000, radix: 16).suffix(4)
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}
