internal import Reminders
internal import Tracking

/// Within a reminder: one of `free_s`, `in_event`, `begins_within_s` and `ends_within_s`, and a `word`.
extension AvailabilityCondition: JSONPart {
    enum Key: String, PayloadKey {
        case free = "free_s", inEvent = "in_event", begins = "begins_within_s", ends = "ends_within_s", word

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        var states: [State] = []
        if let free = try object.seconds(.free, in: Self.freeRange) { states.append(.free(free)) }
        if try object.flag(.inEvent) == true { states.append(.inEvent) }
        if let begins = try object.seconds(.begins, in: Self.aheadRange) { states.append(.begins(within: begins)) }
        if let ends = try object.seconds(.ends, in: Self.aheadRange) { states.append(.ends(within: ends)) }
        let word = try object.text(.word, characters: Self.word.characters)
        guard states.count == 1 else {
            let expected = "one of free_s, in_event, begins_within_s and ends_within_s"
            throw object.refusal(states.isEmpty ? .missing : .range, .free, expected)
        }
        do { try self.init(states[0], word: word) } catch {
            throw object.refusal(
                .range, .word, error == .wordOfFree ? "no word beside free_s" : "a word that can be read")
        }
    }

    func write(into writer: inout JSONWriter<Key>) {
        switch state {
        case .free(let span): writer.put(.free, span.components.seconds)
        case .inEvent: writer.put(.inEvent, true)
        case .begins(let within): writer.put(.begins, within.components.seconds)
        case .ends(let within): writer.put(.ends, within.components.seconds)
        }
        writer.put(.word, word)
    }
}

extension JSONObject<AvailabilityCondition.Key> {
    fileprivate func seconds(_ key: Key, in range: ClosedRange<Duration>) throws(MessageError) -> Duration? {
        try integer(key, in: range.lowerBound.components.seconds...range.upperBound.components.seconds).map {
            .seconds($0)
        }
    }
}
