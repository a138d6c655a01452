/// The properties of one card, and what they say.
struct CardContent {
    private let line: Int
    private let properties: [CardProperty]

    /// What stands in the card that begins at a line.
    init(_ properties: [CardProperty], line: Int) { (self.properties, self.line) = (properties, line) }

    /// The card; each property is told by its line before it is read.
    func card(at told: (Int) -> Void) throws(CardTrouble) -> ContactCard {
        guard let written = properties.first(where: { $0.name == .version }) else { throw .noVersion }
        guard let version = CardVersion(rawValue: written.word) else {
            told(written.line)
            throw .unknownVersion(String(written.word.prefix(20)))
        }
        var (card, names, labels) = (ContactCard(name: ""), Names(), [String: String]())
        var groups: [String] = []
        for property in properties {
            told(property.line)
            switch property.name {
            case .begin, .end, .version: break
            case .kind, .serverKind: if property.word.lowercased() == "group" { throw .list }
            case .uid: if card.uid.isEmpty { card.uid = try property.line(version) }
            case .formattedName: if names.formatted.isEmpty { names.formatted = try property.line(version) }
            case .name: if names.parts.isEmpty { names.parts = try property.parts(version) }
            case .nickname: if names.nick.isEmpty { names.nick = try property.line(version) }
            case .organization:
                if card.organization.isEmpty { card.organization = Self.joined(try property.parts(version)) }
            case .school: if card.school.isEmpty { card.school = try property.line(version) }
            case .label: labels[property.group] = Self.label(try property.line(version))
            case .mail, .phone, .address:
                guard let entry = try Self.entry(property, version) else { break }
                card.entries.append(entry)
                groups.append(property.group)
            }
        }
        for (place, group) in groups.enumerated() where !group.isEmpty {
            card.entries[place].label = labels[group] ?? ""
        }
        let found = [names.formatted, names.joined, names.nick, card.organization, card.mails.first ?? ""]
        card.name = found.first { !$0.isEmpty } ?? ""
        told(line)
        if card.name.isEmpty, card.entries.isEmpty { throw .empty }
        return card
    }

    /// How somebody is called, in several ways.
    private struct Names {
        var formatted = ""
        /// Family, given, additional, what stands before and behind.
        var parts: [String] = []
        var nick = ""

        var joined: String {
            let order = [3, 1, 2, 0, 4].filter { $0 < parts.count }
            return order.map { parts[$0] }.filter { !$0.isEmpty }.joined(separator: " ")
        }
    }

    private static func joined(_ parts: [String]) -> String { parts.filter { !$0.isEmpty }.joined(separator: ", ") }

    /// What a label says; those that a phone has of its own are marked.
    private static func label(_ text: String) -> String {
        guard text.hasPrefix("_$!<"), text.hasSuffix(">!$_"), text.count > 8 else { return text }
        return text.dropFirst(4).dropLast(4).lowercased()
    }

    /// The entry of a property; nil for one without a value.
    private static func entry(
        _ property: CardProperty, _ version: CardVersion
    ) throws(CardTrouble) -> ContactCard.Entry? {
        var value: String
        let kind: ContactCard.Entry.Kind
        switch property.name {
        case .mail: (kind, value) = (.mail, without("mailto:", try property.line(version)))
        case .phone: (kind, value) = (.phone, without("tel:", try property.line(version)))
        default: (kind, value) = (.address, joined(try property.parts(version)))
        }
        if kind == .mail { value = value.filter { !$0.isWhitespace } }
        return value.isEmpty ? nil : ContactCard.Entry(kind, value, at: place(property.types))
    }

    private static func place(_ types: [String]) -> ContactCard.Entry.Place? {
        if types.contains("x-school") || types.contains("school") { return .school }
        if types.contains("work") { return .work }
        return types.contains("home") ? .home : nil
    }

    private static func without(_ scheme: String, _ text: String) -> String {
        text.lowercased().hasPrefix(scheme) ? String(text.dropFirst(scheme.count)) : text
    }
}
