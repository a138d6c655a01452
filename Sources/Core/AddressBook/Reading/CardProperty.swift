/// What is read of a card.
enum PropertyName: String, CaseIterable, Sendable {
    case begin = "BEGIN"
    case end = "END"
    case version = "VERSION"
    case formattedName = "FN"
    case name = "N"
    case nickname = "NICKNAME"
    case organization = "ORG"
    case mail = "EMAIL"
    case phone = "TEL"
    case address = "ADR"
    case uid = "UID"
    case kind = "KIND"
    case serverKind = "X-ADDRESSBOOKSERVER-KIND"
    case label = "X-ABLABEL"
    case school = "X-SCHOOL"

    private static let byBytes = allCases.map { (bytes: Array($0.rawValue.utf8), name: $0) }

    /// The one that some bytes spell, in letters of either case; nil for none.
    init?(_ bytes: ArraySlice<UInt8>) {
        for (known, name) in Self.byBytes where known.count == bytes.count {
            if zip(known, bytes).allSatisfy({ $0 == $1.capital }) {
                self = name
                return
            }
        }
        return nil
    }
}

extension UInt8 {
    /// A letter of ASCII as a capital one.
    fileprivate var capital: UInt8 { (0x61...0x7A).contains(self) ? self - 0x20 : self }
}

/// A property of a card: a line taken apart.
struct CardProperty: Sendable {
    let line: Int
    let name: PropertyName
    /// What joins properties, such as `item1`; empty for none.
    let group: String
    /// Where it reaches somebody, such as `home`, in small letters.
    private(set) var types: [String] = []
    private(set) var charset = ""
    private(set) var encoding = ""
    private let value: ArraySlice<UInt8>

    /// The property of a line; nil for one that nobody needs.
    init?(_ bytes: [UInt8], line: Int) throws(CardTrouble) {
        func isMark(_ byte: UInt8) -> Bool { byte == UInt8(ascii: ":") || byte == UInt8(ascii: ";") }
        guard let end = bytes.firstIndex(where: isMark) else { throw .noColon }
        let dot = bytes[..<end].lastIndex(of: UInt8(ascii: "."))
        guard let name = PropertyName(bytes[(dot.map { $0 + 1 } ?? 0)..<end]) else { return nil }
        (self.line, self.name) = (line, name)
        group = dot.map { String(decoding: bytes[..<$0], as: UTF8.self).lowercased() } ?? ""
        var position = end
        var parameters: [(name: String, value: String)] = []
        while bytes[position] != UInt8(ascii: ":") {
            parameters += try Self.parameter(bytes, &position)
        }
        value = bytes[(position + 1)...]
        for parameter in parameters { take(parameter.name, parameter.value) }
    }

    /// The values of the parameter behind a `;`; the position is then at the next `;` or the `:`.
    private static func parameter(
        _ bytes: [UInt8], _ position: inout Int
    ) throws(CardTrouble) -> [(name: String, value: String)] {
        position += 1
        var (name, values, text): (String?, [String], [UInt8]) = (nil, [], [])
        while true {
            guard position < bytes.count else { throw .noColon }
            let byte = bytes[position]
            switch byte {
            case UInt8(ascii: "\""):
                guard let end = bytes[(position + 1)...].firstIndex(of: byte) else { throw .openQuote }
                text += bytes[(position + 1)..<end]
                position = end
            case UInt8(ascii: "=") where name == nil:
                name = String(decoding: text, as: UTF8.self).uppercased()
                text = []
            case UInt8(ascii: ","):
                values.append(String(decoding: text, as: UTF8.self))
                text = []
            case UInt8(ascii: ";"), UInt8(ascii: ":"):
                values.append(String(decoding: text, as: UTF8.self))
                return values.map { (name ?? "", CardText.parameter($0)) }
            default: text.append(byte)
            }
            position += 1
        }
    }

    private mutating func take(_ parameter: String, _ value: String) {
        switch parameter {
        case "TYPE": types += value.lowercased().split(separator: ",").map(String.init)
        case "CHARSET": charset = value.lowercased()
        case "ENCODING": encoding = value.lowercased()
        case "":
            // As version 2.1 has them: only the value is told.
            let encodings = ["quoted-printable", "base64", "b", "7bit", "8bit"]
            if encodings.contains(value.lowercased()) {
                encoding = value.lowercased()
            } else {
                types.append(value.lowercased())
            }
        default: break
        }
    }

    /// The value as text, with its escapes.
    private func text(_ version: CardVersion) throws(CardTrouble) -> [UInt8] {
        switch encoding {
        case "", "7bit", "8bit": try CardText.utf8(Array(value), charset: charset, version)
        case "quoted-printable": try CardText.utf8(CardText.unquoted(value), charset: charset, version)
        default: throw .unknownEncoding(String(encoding.prefix(20)))
        }
    }

    /// The value in one line.
    func line(_ version: CardVersion) throws(CardTrouble) -> String {
        CardText.oneLine(CardText.unescaped(try text(version)[...]))
    }

    /// The parts of the value between each `;`, each in one line.
    func parts(_ version: CardVersion) throws(CardTrouble) -> [String] {
        let bytes = try text(version)
        return CardText.split(bytes).map { CardText.oneLine(CardText.unescaped($0)) }
    }

    /// A value of ASCII, such as that of VERSION.
    var word: String { String(decoding: value, as: UTF8.self).filter { !$0.isWhitespace } }
}
