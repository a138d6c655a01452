import HTTPTypes
package import JSON
package import Tracking

/// Reads the members of an object in a body strictly, and gathers what is wrong, each place with its pointer (RFC 6901).
package struct BodyReader {
    private let members: JSONMembers
    private var unread: Set<String>
    /// Where the object is.
    private let pointer: String
    package private(set) var errors: [Problem.Place] = []

    /// A reader of an object; what is no object has no members, and is an error.
    package init(_ document: JSONValue, at pointer: String = "") {
        self.pointer = pointer
        if case .object(let members) = document {
            self.members = members
            unread = Set(members.all.map(\.name))
        } else {
            members = [:]
            unread = []
            errors = [Problem.Place(pointer: pointer, "an object is expected, found \(document.kind)")]
        }
    }

    /// Whether there is such a member, were it null.
    package func has(_ key: String) -> Bool { members[key] != nil }

    /// Whether there is such a member, and it is null.
    package func isNull(_ key: String) -> Bool { members[key] == .null }

    package func pointer(to key: String) -> String {
        let escaped = key.split(separator: "~", omittingEmptySubsequences: false).joined(separator: "~0")
            .split(separator: "/", omittingEmptySubsequences: false).joined(separator: "~1")
        return "\(pointer)/\(escaped)"
    }

    /// A member as a value of a kind; nil when it is not there, or wrong.
    package mutating func value<Value>(_ key: String, _ expected: String, _ make: (JSONValue) -> Value?) -> Value? {
        unread.remove(key)
        guard let member = members[key] else { return nil }
        if let value = make(member) { return value }
        refuse(key, "\(expected) is expected, found \(member.kind)")
        return nil
    }

    /// Notes that a member is wrong for a reason that lies beyond itself.
    package mutating func refuse(_ key: String, _ detail: String) {
        errors.append(Problem.Place(pointer: pointer(to: key), detail))
    }

    /// Takes over what another reader found in a part of this object.
    package mutating func add(_ errors: [Problem.Place]) { self.errors += errors }

    /// Notes that a member is missing unless it is there.
    package mutating func require(_ keys: String...) {
        for key in keys where !has(key) { refuse(key, "it is required") }
    }

    /// Notes the members that nobody has asked for.
    package mutating func refuseUnread() {
        for key in unread.sorted() { refuse(key, "no such member is known here") }
        unread = []
    }

    /// Notes that an object has no member at all, where it needs one.
    package mutating func refuseEmpty() {
        guard members.all.isEmpty, errors.isEmpty else { return }
        errors.append(Problem.Place(pointer: pointer, "a member is expected"))
    }

    /// Ends the reading.
    ///
    /// - Throws: ``Problem`` when anything was wrong.
    package mutating func finish() throws(Problem) {
        refuseUnread()
        guard let first = errors.first else { return }
        let place = first.name.isEmpty ? "the body" : first.name
        throw Problem(.unprocessableContent, "\(place): \(first.detail)", errors: errors)
    }
}

extension BodyReader {
    /// A text of any characters, so many of them, and at most four times as many bytes.
    package mutating func text(_ key: String, characters: ClosedRange<Int>) -> String? {
        let bounds = TextBounds(characters)
        return value(key, "a text of \(bounds.phrase)") { member in
            guard case .text(let text) = member, bounds.fits(text) else { return nil }
            return text
        }
    }

    /// A text that people read: one without what cannot be seen.
    package mutating func label(_ key: String, _ bounds: TextBounds) -> String? {
        value(key, "a text of \(bounds.phrase), none of them invisible,") { member in
            guard case .text(let text) = member, bounds.allows(text) else { return nil }
            return text
        }
    }

    package mutating func name(_ key: String) -> Name? {
        value(key, "a name of 1 to 64 letters, digits, '_' or '-'") { member in
            guard case .text(let text) = member else { return nil }
            return try? Name(text)
        }
    }

    package mutating func itemName(_ key: String) -> ItemName? {
        let bounds = TextBounds.itemName.phrase
        return value(key, "a name of \(bounds), none of them a control or invisible character,") { member in
            guard case .text(let text) = member else { return nil }
            return try? ItemName(text)
        }
    }

    /// A member that is null, as the absence of a value.
    package mutating func null<Value>(_ key: String) -> Value? {
        unread.remove(key)
        return nil
    }

    package mutating func flag(_ key: String) -> Bool? {
        value(key, "true or false") { member in
            guard case .flag(let flag) = member else { return nil }
            return flag
        }
    }

    package mutating func number(_ key: String, in range: ClosedRange<Double>) -> Double? {
        value(key, "a number from \(Self.written(range.lowerBound)) to \(Self.written(range.upperBound))") { member in
            guard case .number(let number) = member, range.contains(number) else { return nil }
            return number
        }
    }

    package mutating func integer(_ key: String, in range: ClosedRange<Int>) -> Int? {
        value(key, "an integer from \(range.lowerBound) to \(range.upperBound)") { member in
            guard case .number(let number) = member, let integer = Int(exactly: number), range.contains(integer)
            else { return nil }
            return integer
        }
    }

    package mutating func time(_ key: String) -> Timestamp? {
        value(key, "a time such as \"2026-05-01T09:00:00Z\"") { member in
            guard case .text(let text) = member else { return nil }
            return Timestamp(rfc3339: text.utf8)
        }
    }

    package mutating func word<Word: RawRepresentable & CaseIterable>(_ key: String) -> Word?
    where Word.RawValue == String {
        let words = Word.allCases.map { "\"\($0.rawValue)\"" }.joined(separator: ", ")
        return value(key, "one of \(words)") { member in
            guard case .text(let text) = member else { return nil }
            return Word(rawValue: text)
        }
    }

    private static func written(_ number: Double) -> String { Int(exactly: number).map { "\($0)" } ?? "\(number)" }
}

extension TextBounds {
    /// As it stands in a sentence.
    fileprivate var phrase: String {
        "\(characters.lowerBound) to \(characters.upperBound) characters and at most \(bytes) bytes"
    }
}
