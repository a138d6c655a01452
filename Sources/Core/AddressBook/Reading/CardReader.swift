/// Makes cards of lines; what is wrong with one is noted, and the next is read.
struct CardReader {
    /// How many properties of one card are kept.
    static let mostProperties = 200

    private(set) var cards: [AddressBook.Card] = []
    private(set) var skipped: [AddressBook.Skipped] = []
    private(set) var skippedCount = 0
    /// Whether there was a card at all.
    private(set) var hasBegun = false

    private var draft: Draft?
    /// Whether something outside of any card has been told of already, since the last one.
    private var isOutsideTold = false

    /// A card that is being read.
    private struct Draft {
        let line: Int
        var properties: [CardProperty] = []
        /// What is wrong with it, first.
        var trouble: AddressBook.Skipped?
    }

    mutating func take(_ line: CardLine) throws(AddressBookError) {
        guard let bytes = line.bytes else {
            if line.isTooLong { note(.tooLong, line.number) }
            return
        }
        let property: CardProperty
        do throws(CardTrouble) {
            guard let read = try CardProperty(bytes, line: line.number) else { return }
            property = read
        } catch { return note(error, line.number) }
        let isCard = property.word.uppercased() == "VCARD"
        switch property.name {
        case .begin where isCard: try begin(line.number)
        case .end where isCard: finish(line.number)
        default:
            guard let count = draft?.properties.count else { return note(.outside, line.number) }
            if count < Self.mostProperties {
                draft?.properties.append(property)
            } else {
                note(.tooManyProperties, line.number)
            }
        }
    }

    /// Ends the file.
    mutating func end() {
        guard let draft else { return }
        skip(draft.trouble ?? .init(line: draft.line, reason: .noEnd))
    }

    private mutating func begin(_ line: Int) throws(AddressBookError) {
        if let draft { skip(draft.trouble ?? .init(line: draft.line, reason: .noEnd)) }
        (hasBegun, isOutsideTold) = (true, false)
        guard cards.count + skippedCount < AddressBook.mostCards else { throw .tooManyCards }
        draft = Draft(line: line)
    }

    private mutating func finish(_ line: Int) {
        guard let ended = draft else { return note(.outside, line) }
        draft = nil
        if let trouble = ended.trouble { return skip(trouble) }
        var place = ended.line
        do throws(CardTrouble) {
            let card = try CardContent(ended.properties, line: ended.line).card { place = $0 }
            cards.append(AddressBook.Card(line: ended.line, card: card))
        } catch { skip(AddressBook.Skipped(line: place, reason: error)) }
    }

    /// Notes what is wrong with the card that is being read; of what stands in no card only the first line is told of.
    private mutating func note(_ trouble: CardTrouble, _ line: Int) {
        if draft != nil {
            if draft?.trouble == nil { draft?.trouble = AddressBook.Skipped(line: line, reason: trouble) }
        } else if !isOutsideTold {
            isOutsideTold = true
            if skipped.count < AddressBook.mostTold { skipped.append(.init(line: line, reason: .outside)) }
        }
    }

    private mutating func skip(_ trouble: AddressBook.Skipped) {
        skippedCount += 1
        if skipped.count < AddressBook.mostTold { skipped.append(trouble) }
    }
}
