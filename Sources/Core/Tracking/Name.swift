/// The name of an owner, a device or a gateway, as it stands in topics: 1 to 64 of `A–Z a–z 0–9 _ -`.
public struct Name: Hashable, Sendable {
    public let text: String

    /// Why a text cannot be a name.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String

        @usableFromInline
        init(text: String) { self.text = text }

        public var description: String {
            "'\(text.excerpt(80))' is no name: 1 to 64 letters, digits, '_' or '-' are expected"
        }
    }

    /// - Throws: ``Invalid`` when the text is empty, too long or has another character.
    @inlinable
    public init(_ text: some StringProtocol) throws(Invalid) {
        let text = String(text)
        guard Self.isName(text) else { throw Invalid(text: text) }
        self.text = text
    }

    /// Apart, and of one type: each message that comes has a few names in its topic.
    @usableFromInline
    static func isName(_ text: String) -> Bool {
        let bytes = text.utf8Span.span
        guard (1...64).contains(bytes.count) else { return false }
        for index in bytes.indices where !isAllowed(bytes[index]) { return false }
        return true
    }

    /// Whether an ASCII byte may stand in a name.
    @inlinable
    public static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case 0x30...0x39, 0x41...0x5A, 0x61...0x7A, 0x5F, 0x2D: true
        default: false
        }
    }
}

extension Name: CustomStringConvertible { public var description: String { text } }

extension Name: Comparable {
    public static func < (left: Name, right: Name) -> Bool { left.text < right.text }
}

/// A device of an owner: a tracker or a phone.
///
/// Written `owner/device`.
public struct DeviceID: Hashable, Sendable {
    public let owner: Name
    public let device: Name

    public init(owner: Name, device: Name) {
        self.owner = owner
        self.device = device
    }
}

extension DeviceID: CustomStringConvertible { public var description: String { "\(owner)/\(device)" } }

extension DeviceID: Comparable {
    public static func < (left: DeviceID, right: DeviceID) -> Bool {
        (left.owner, left.device) < (right.owner, right.device)
    }
}

/// What a person calls the thing a tracker is tied to: 1 to 60 characters that can be seen; see ``TextBounds``.
public struct ItemName: Hashable, Sendable, CustomStringConvertible {
    public let text: String

    /// Why a text cannot name an item.
    public struct Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        public let text: String

        public var description: String {
            "an item's name has 1 to 60 characters, none of them a control or invisible character, "
                + "and at most \(TextBounds.itemName.bytes) bytes"
        }
    }

    /// A name as somebody gives it.
    ///
    /// - Throws: ``Invalid`` when the text, without blanks around it, is empty, too long or has what cannot be seen.
    public init(_ text: String) throws(Invalid) {
        let trimmed = Self.trimmed(text)
        guard TextBounds.itemName.allows(trimmed) else { throw Invalid(text: text) }
        self.text = trimmed
    }

    /// A name as it is kept, by a broker or a database: what an earlier version let through is repaired, so that
    /// nothing is lost that has such a name.
    ///
    /// - Throws: ``Invalid`` when no version has let it through: empty, more than 60 characters, or with controls.
    public init(kept text: String) throws(Invalid) {
        let trimmed = Self.trimmed(text)
        guard !TextBounds.itemName.allows(trimmed) else {
            self.text = trimmed
            return
        }
        guard TextBounds.itemName.characters.contains(trimmed.count),
            !trimmed.unicodeScalars.contains(where: { $0.properties.generalCategory == .control })
        else { throw Invalid(text: text) }
        let repaired = Self.trimmed(TextBounds.itemName.repaired(trimmed))
        self.text = repaired.isEmpty ? Self.nameless : repaired
    }

    /// For a name of which nothing can be seen.
    private static let nameless = "?"

    private static func trimmed(_ text: String) -> String {
        var trimmed = Substring(text)
        while let first = trimmed.first, first.isWhitespace { trimmed.removeFirst() }
        while let last = trimmed.last, last.isWhitespace { trimmed.removeLast() }
        return String(trimmed)
    }

    public var description: String { text }
}

extension Name {
    /// The last two characters of what OwnTracks calls it, as its apps make a `tid` of a device.
    public var initials: String { String(ownTracks.suffix(2)) }

    /// Whether these are its ``initials``, which are not made for that.
    public func hasInitials(_ initials: String) -> Bool {
        let text = ownTracks
        let (bytes, asked) = (text.utf8Span.span, initials.utf8Span.span)
        let start = bytes.count - 2
        // A character of one byte stands alone; of others any number may be one, as of letters with their marks.
        var isPlain = start >= 0
        for index in max(0, start - 1)..<bytes.count where bytes[index] >= 0x80 { isPlain = false }
        guard isPlain else { return initials.utf8.elementsEqual(self.initials.utf8) }
        return asked.count == 2 && bytes[start] == asked[0] && bytes[start + 1] == asked[1]
    }
}
