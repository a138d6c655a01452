import Access
import JSON
import Tracking
import Web

extension BodyReader {
    /// A level: the sections of a profile that somebody grants, in a list; `public`, which is in every level, may stand
    /// among them.
    mutating func level(_ key: String) -> TrustLevel? {
        let expected = "a list of sections, each \"personal\", \"work\" or \"school\","
        let words: [String]? = value(key, expected) { member in
            guard case .list(let words) = member, words.count <= 8 else { return nil }
            let texts = words.compactMap(\.text)
            return texts.count == words.count ? texts : nil
        }
        do {
            return try words.map { words throws(AccessError) in try TrustLevel(written: words) }
        } catch {
            refuse(key, "\(error)")
            return nil
        }
    }

    /// A profile, all of it: what is not there is empty.
    mutating func profile() -> Profile {
        require("name")
        var profile = Profile(name: label("name", Profile.nameBounds) ?? "")
        profile.town = label("town", Profile.placeBounds) ?? ""
        profile.school = label("school", Profile.placeBounds) ?? ""
        profile.employer = label("employer", Profile.placeBounds) ?? ""
        let words = ShownField.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        let shown: [ShownField]? = value("shown", "a list of \(words)") { member in
            guard case .list(let words) = member, words.count <= 12 else { return nil }
            let fields = words.compactMap { $0.text.flatMap { ShownField(rawValue: $0) } }
            return fields.count == words.count ? fields : nil
        }
        profile.shown = Set(shown ?? [])
        let entries: [JSONValue]? = value("entries", "a list of at most \(Profile.mostEntries) entries") { member in
            guard case .list(let entries) = member, entries.count <= Profile.mostEntries else { return nil }
            return entries
        }
        for (place, entry) in (entries ?? []).enumerated() {
            var reader = BodyReader(entry, at: "\(pointer(to: "entries"))/\(place)")
            if let entry = reader.profileEntry() { profile.entries.append(entry) }
            add(reader.errors)
        }
        return profile
    }

    private mutating func profileEntry() -> ProfileEntry? {
        if errors.isEmpty { require("section", "kind", "value") }
        let (section, kind): (ProfileSection?, ProfileEntry.Kind?) = (word("section"), word("kind"))
        let (label, text) = (label("label", .label) ?? "", label("value", ProfileEntry.valueBounds))
        refuseUnread()
        guard let section, let kind, let text else { return nil }
        return ProfileEntry(section: section, kind: kind, label: label, value: text)
    }
}
