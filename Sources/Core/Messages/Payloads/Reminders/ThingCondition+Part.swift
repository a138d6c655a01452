internal import Reminders
internal import Tracking

/// Within a reminder: `thing` with the name of one of the owner's items, and `is` with `with_owner`, `away`,
/// `left_behind` or `at` and a `place`, or `battery_below` with a percentage.
extension ThingCondition: JSONPart {
    enum Key: String, PayloadKey {
        case thing, state = "is", place, battery = "battery_below"

        static let table = KeyTable<Key>()
    }

    private enum Word: String, CaseIterable { case withOwner = "with_owner", away, leftBehind = "left_behind", at }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        let thing = try object.required(.thing, object.name(.thing))
        let word: Word? = try object.word(.state)
        let battery = try object.integer(.battery, in: 1...100)
        if word != .at, !object[.place].isEmpty {
            throw object.refusal(.range, .place, "nothing unless \"is\" is \"at\"")
        }
        let state: State
        switch (word, battery) {
        case (.withOwner?, nil): state = .withOwner
        case (.away?, nil): state = .away
        case (.leftBehind?, nil): state = .leftBehind
        case (.at?, nil): state = .at(try object.required(.place, object.part(.place)))
        case (nil, let battery?): state = .battery(below: Int(battery))
        case (nil, nil): throw object.refusal(.missing, .state, "is or battery_below")
        case (_?, _?): throw object.refusal(.range, .battery, "is or battery_below, and not both")
        }
        do { try self.init(thing, state) } catch {
            throw object.refusal(.range, .place, "a place other than the nearest of a kind")
        }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.thing, thing.text)
        switch state {
        case .withOwner: writer.put(.state, Word.withOwner.rawValue)
        case .away: writer.put(.state, Word.away.rawValue)
        case .leftBehind: writer.put(.state, Word.leftBehind.rawValue)
        case .at(let place):
            writer.put(.state, Word.at.rawValue)
            writer.put(.place, place)
        case .battery(let below): writer.put(.battery, below)
        }
    }
}
