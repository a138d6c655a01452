/// JSON that is written once, of whatever shape.
indirect enum JSONTree: Hashable, Sendable {
    case text(String)
    case number(Double)
    case flag(Bool)
    case null
    case list([JSONTree])
    case object([Member])

    struct Member: Hashable, Sendable {
        let name: String
        let value: JSONTree
    }

    /// The bytes, without blanks, the members in their order.
    var encoded: [UInt8] {
        var bytes: [UInt8] = []
        append(to: &bytes)
        return bytes
    }

    private func append(to bytes: inout [UInt8]) {
        switch self {
        case .text(let text): bytes.appendJSON(text)
        case .number(let number): bytes.appendJSON(number)
        case .flag(let flag): bytes += Array((flag ? "true" : "false").utf8)
        case .null: bytes += Array("null".utf8)
        case .list(let elements):
            bytes.append(UInt8(ascii: "["))
            for (index, element) in elements.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                element.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "]"))
        case .object(let members):
            bytes.append(UInt8(ascii: "{"))
            for (index, member) in members.enumerated() {
                if index > 0 { bytes.append(UInt8(ascii: ",")) }
                bytes.appendJSON(member.name)
                bytes.append(UInt8(ascii: ":"))
                member.value.append(to: &bytes)
            }
            bytes.append(UInt8(ascii: "}"))
        }
    }
}

extension JSONTree: ExpressibleByStringLiteral {
    init(stringLiteral value: String) { self = .text(value) }
}

extension JSONTree: ExpressibleByDictionaryLiteral {
    init(dictionaryLiteral members: (String, JSONTree)...) {
        self = .object(members.map { Member(name: $0.0, value: $0.1) })
    }
}

extension JSONTree: ExpressibleByArrayLiteral {
    init(arrayLiteral elements: JSONTree...) { self = .list(elements) }
}

extension JSONTree {
    /// The same object with more members behind its own.
    func adding(_ more: JSONTree) -> JSONTree {
        guard case .object(let members) = self, case .object(let others) = more else { return self }
        return .object(members + others)
    }
}
