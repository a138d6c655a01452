internal import CivilTime
internal import Reminders
internal import Tracking

/// Within a reminder: `from` and `to`, `days` as `mon` to `sun`, all of them where there are none, and a `zone`.
extension TimeCondition: JSONPart {
    enum Key: String, PayloadKey {
        case from, to, days, zone

        static let table = KeyTable<Key>()
    }

    init(reading object: JSONObject<Key>) throws(MessageError) {
        let from = try object.required(.from, object.dayEnd(.from))
        let to = try object.required(.to, object.dayEnd(.to))
        let days = try object.days()
        let zone = try object.text(.zone, characters: 1...64)
        do { try self.init(from: from, to: to, days: days, zone: zone) } catch {
            let key: Key = error == .noDay ? .days : .to
            throw object.refusal(.range, key, error == .noDay ? "a day of the week" : "another time than from")
        }
    }

    func write(into writer: inout JSONWriter<Key>) {
        writer.put(.from, from.description)
        writer.put(.to, to.description)
        if days != Self.everyDay { writer.put(.days, days.sorted().map { $0.text() }) }
        writer.put(.zone, zone)
    }
}

extension JSONObject<TimeCondition.Key> {
    fileprivate func dayEnd(_ key: TimeCondition.Key) throws(MessageError) -> DayEnd? {
        guard let text = try text(key) else { return nil }
        guard let end = try? DayEnd(text) else {
            throw refusal(.range, key, "a time such as \"07:30\", \"sunrise\" or \"sunset-30m\"")
        }
        return end
    }

    fileprivate func days() throws(MessageError) -> Set<Weekday> {
        guard let texts = try texts(.days) else { return TimeCondition.everyDay }
        var days: Set<Weekday> = []
        for text in texts {
            guard let day = Weekday(text) else { throw refusal(.range, .days, "days such as \"mon\"") }
            days.insert(day)
        }
        return days
    }
}
