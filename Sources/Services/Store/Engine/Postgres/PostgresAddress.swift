import Foundation
import Postgres

/// Where a store lies in PostgreSQL.
struct PostgresAddress: Hashable, Sendable {
    /// What libpq connects with.
    let connection: String
    /// The schema in which its tables are.
    let schema: String
    /// The address as a person may see it, without a password.
    let shown: String
    /// What is wrong with it, where libpq would understand something else than was meant, or would print a password.
    let problem: String?

    /// The schema where none is named.
    static let usualSchema = "tagalong"

    /// Nil for what is no address of PostgreSQL, such as a file.
    init?(_ text: String) {
        let scheme = ["postgres://", "postgresql://"].first { text.lowercased().hasPrefix($0) }
        guard let scheme else { return nil }
        let parts = Parts(text.dropFirst(scheme.count))
        let named = parts.parameters.last { $0.name == "schema" }
        let others = parts.parameters.filter { $0.name != "schema" }
        let name = named?.value.removingPercentEncoding
        schema = name.flatMap { $0.isEmpty ? nil : $0 } ?? Self.usualSchema
        connection = scheme + parts.place + Self.query(others)
        let harmless = parts.parameters.filter { !$0.isSecret }
        shown = scheme + parts.shownPlace + Self.query(harmless)
        problem = parts.problem ?? Self.problem(of: schema, isReadable: named == nil || name != nil)
    }

    private init(_ address: PostgresAddress, schema: String) {
        (connection, self.schema, shown) = (address.connection, schema, address.shown)
        problem = address.problem
    }

    private static func problem(of schema: String, isReadable: Bool) -> String? {
        if !isReadable { return "the schema has a % that is none of %20 and the like" }
        return schema.utf8.count > 63 ? "a schema has a name of at most 63 bytes" : nil
    }

    private static func query(_ parameters: [Parameter]) -> String {
        parameters.isEmpty ? "" : "?" + parameters.map(\.text).joined(separator: "&")
    }

    /// Another schema of the same database.
    func renamed(_ schema: String) -> PostgresAddress { PostgresAddress(self, schema: schema) }

    /// The address with its schema, such as a store is opened with.
    var full: String {
        let name = schema.addingPercentEncoding(withAllowedCharacters: .alphanumerics) ?? schema
        return connection + (connection.contains("?") ? "&" : "?") + "schema=" + name
    }

    /// The name of the schema as it stands in statements.
    var quotedSchema: String { "\"" + schema.replacingOccurrences(of: "\"", with: "\"\"") + "\"" }
}

extension PostgresAddress {
    /// The number of the lock that whoever writes has, of a schema.
    static let lock = "hashtextextended('tagalong writes ' || CAST(? AS text), 0)"

    /// A connection that finds the tables of the schema.
    ///
    /// - Throws: `PostgresFailure`.
    func connect(patience: Int) throws -> PostgresConnection {
        let connection = try PostgresConnection(self.connection, patience: patience)
        try connection.send("SET search_path TO \(quotedSchema)")
        // So that the server too learns soon of a client that is no more, and releases its lock.
        for (name, seconds) in [("idle", 15), ("interval", 5), ("count", 3)] {
            try connection.send("SET tcp_keepalives_\(name) TO \(seconds)")
        }
        try connection.settle()
        return connection
    }
}

extension PostgresAddress {
    /// What stands behind the question mark, one of them.
    fileprivate struct Parameter {
        let text: String
        /// As libpq reads it; nil where it has no value.
        let name: String?
        let value: String

        init(_ text: Substring) {
            self.text = String(text)
            let sides = text.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            value = sides.count > 1 ? String(sides[1]) : ""
            name = sides.count > 1 ? sides[0].removingPercentEncoding : nil
        }

        /// What is not understood may be half of a password.
        var isSecret: Bool { name.map { $0.lowercased().hasSuffix("password") } ?? true }
    }

    /// An address behind its scheme.
    fileprivate struct Parts {
        /// Who, where, and which database, as it was written.
        let place: String
        /// The same without a password.
        let shownPlace: String
        let parameters: [Parameter]
        let problem: String?

        /// Characters that end a part, so that a password has them in another form.
        private static let special: Set<Character> = ["@", "/", "?", "#", " "]

        init(_ text: Substring) {
            // Whatever stands between the first colon and the last @ may be a password, also one that is written wrongly.
            let sign = text.lastIndex(of: "@")
            let colon = sign.flatMap { text[..<$0].firstIndex(of: ":") }
            let who = colon.flatMap { colon in sign.map { text[text.index(after: colon)..<$0] } }
            let rest = sign.map { text[$0...] } ?? text
            let mark = rest.firstIndex(of: "?") ?? rest.endIndex
            place = String(text[..<mark])
            shownPlace = String(text[..<(colon ?? rest.startIndex)]) + String(rest[..<mark])
            let query = rest[mark...].dropFirst()
            parameters = query.split(separator: "&", omittingEmptySubsequences: true).map { Parameter($0) }
            let isWrong = who.map { $0.contains(where: Self.special.contains) || $0.removingPercentEncoding == nil }
            if isWrong ?? false {
                problem = "in a password @ is written %40, / is %2F, ? is %3F, # is %23, a space is %20 and % is %25"
            } else if parameters.contains(where: { $0.name == nil }) {
                problem = "behind the question mark name=value is expected, with & between them; & in a value is %26"
            } else {
                problem = nil
            }
        }
    }
}
