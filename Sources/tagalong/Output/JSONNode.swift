/// A JSON value that keeps the order of its keys.
indirect enum JSONNode: Sendable {
    case text(String)
    case number(Double)
    case whole(Int64)
    case flag(Bool)
    case list([JSONNode])
    /// Keys whose value is nil are left out.
    case object(KeyValuePairs<String, JSONNode?>)
    /// JSON that is there already.
    case raw([UInt8])

    /// The value on one line.
    var line: String {
        switch self {
        case .text(let text): Self.quote(text)
        case .number(let number): number.isFinite ? "\(number)" : "null"
        case .whole(let number): "\(number)"
        case .flag(let flag): "\(flag)"
        case .list(let nodes): "[" + nodes.map(\.line).joined(separator: ",") + "]"
        case .object(let members): Self.object(members)
        case .raw(let bytes): Self.raw(bytes)
        }
    }

    private static func object(_ members: KeyValuePairs<String, JSONNode?>) -> String {
        let texts = members.compactMap { key, value in value.map { "\(quote(key)):\($0.line)" } }
        return "{" + texts.joined(separator: ",") + "}"
    }

    /// Line ends stand only between the values of JSON, never in its texts.
    private static func raw(_ bytes: [UInt8]) -> String {
        String(decoding: bytes.map { $0 == 0x0A || $0 == 0x0D ? 0x20 : $0 }, as: UTF8.self)
    }

    private static func quote(_ text: String) -> String {
        var quoted = "\""
        for scalar in text.unicodeScalars {
            switch scalar {
            case "\"": quoted += "\\\""
            case "\\": quoted += "\\\\"
            case "\n": quoted += "\\n"
            case _ where scalar.value < 0x20 || scalar.value == 0x7F:
                let digits = String(scalar.value, radix: 16)
                quoted += "\\u" + String(repeating: "0", count: 4 - digits.count) + digits
            default: quoted.unicodeScalars.append(scalar)
            }
        }
        return quoted + "\""
    }
}

extension JSONNode {
    static func time(_ time: some CustomStringConvertible) -> JSONNode { .text(time.description) }

    static func integer(_ number: some BinaryInteger) -> JSONNode { .whole(Int64(number)) }
}
