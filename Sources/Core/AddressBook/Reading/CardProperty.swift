internal import ContentLines

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

    private static let all = allCases
    private static let table = NameTable(all.map(\.rawValue))

    /// The one that some bytes spell, in letters of either case; nil for none.
    init?(_ bytes: ArraySlice<UInt8>) {
        guard let place = Self.table.place(of: bytes) else { return nil }
        self = Self.all[place]
    }
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
        guard let end = bytes[...].nameEnd else { throw .noColon }
        let dot = bytes[..<end].lastIndex(of: UInt8(ascii: "."))
        guard let name = PropertyName(bytes[(dot.map { $0 + 1 } ?? 0)..<end]) else { return nil }
        (self.line, self.name) = (line, name)
        group = dot.map { String(decoding: bytes[..<$0], as: UTF8.self).lowercased() } ?? ""
        let parts: LineParts
        do throws(LineParts.Trouble) { parts = try LineParts(bytes, from: end, commas: true) } catch {
            throw CardTrouble(error)
        }
        value = parts.value
        for parameter in parts.parameters {
            for value in parameter.values {
                take(parameter.name, ContentText.parameter(String(decoding: value, as: UTF8.self)))
            }
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
        ContentText.oneLine(CardText.unescaped(try text(version)[...]))
    }

    /// The parts of the value between each `;`, each in one line.
    func parts(_ version: CardVersion) throws(CardTrouble) -> [String] {
        let bytes = try text(version)
        return CardText.split(bytes).map { ContentText.oneLine(CardText.unescaped($0)) }
    }

    /// A value of ASCII, such as that of VERSION.
    var word: String { String(decoding: value, as: UTF8.self).filter { !$0.isWhitespace } }
}

extension CardTrouble {
    fileprivate init(_ trouble: LineParts.Trouble) {
        switch trouble {
        case .noColon: self = .noColon
        case .openQuote: self = .openQuote
        }
    }
}
