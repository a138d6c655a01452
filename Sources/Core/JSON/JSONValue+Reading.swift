extension JSONValue {
    /// How much one value may have in it.
    public struct Limits: Sendable {
        /// How many values, keys not counted.
        public var values: Int
        /// The longest text, in bytes.
        public var text: Int
        /// The longest key, in bytes.
        public var key: Int

        public init(values: Int = .max, text: Int = .max, key: Int = .max) {
            self.values = values
            self.text = text
            self.key = key
        }
    }

    /// Reads one value in one pass: time and memory grow with the bytes, whatever stands in them.
    ///
    /// Strictly by RFC 8259, in UTF-8, with or without a byte order mark; depth ends at ``JSONReader/depthLimit``. Each
    /// key of an object stands there once, and numbers are within what a double holds.
    public init(_ bytes: [UInt8], limits: Limits = Limits()) throws(JSONError) {
        var tree = Tree(reader: JSONReader(bytes, from: .message), limits: limits)
        do {
            self = try tree.whole()
        } catch let error as JSONError {
            throw error
        } catch {
            // Bytes in memory throw nothing else.
            throw tree.reader.failure("a JSON value")
        }
    }

    private struct Tree {
        var reader: JSONReader
        let limits: Limits

        mutating func whole() throws -> JSONValue {
            var count = 0
            let value = try Self.value(&reader, &count, limits)
            try reader.end()
            return value
        }

        private static func value(
            _ reader: inout JSONReader, _ count: inout Int, _ limits: Limits
        ) throws -> JSONValue {
            let kind = try reader.kind()
            count += 1
            guard count <= limits.values else { throw reader.excess("no more than \(limits.values) values") }
            switch kind {
            case .object: return .object(try members(&reader, &count, limits))
            case .list:
                var elements: [JSONValue] = []
                try reader.elements { reader in elements.append(try value(&reader, &count, limits)) }
                return .list(elements)
            case .text:
                let text = try reader.string() ?? ""
                guard text.utf8.count <= limits.text else {
                    throw reader.excess("a text of at most \(limits.text) bytes", at: reader.start)
                }
                return .text(text)
            case .number: return .number(try reader.number() ?? 0)
            case .flag: return .flag(try reader.flag() ?? false)
            case .null:
                try reader.skip()
                return .null
            }
        }

        private static func members(
            _ reader: inout JSONReader, _ count: inout Int, _ limits: Limits
        ) throws -> JSONMembers {
            var members = JSONMembers()
            var names: Set<String> = []
            try reader.members { reader, name in
                guard name.utf8.count <= limits.key else {
                    throw reader.excess("a key of at most \(limits.key) bytes", at: reader.start)
                }
                guard names.insert(name).inserted else { throw reader.failure("each key only once", at: reader.start) }
                members.append(name, try value(&reader, &count, limits))
            }
            return members
        }
    }
}
