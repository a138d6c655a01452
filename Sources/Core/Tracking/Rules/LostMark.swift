/// That a person has marked an item as lost, whatever its distance from its owner says.
public struct LostMark: Hashable, Sendable {
    /// Since when it is marked.
    public let since: Timestamp
    /// What whoever marked it has to say, within ``TextBounds/lostNote``; nil for nothing.
    public let note: String?

    /// A mark; of the note, what cannot be seen and what is too long is left out, and a blank one is none.
    public init(since: Timestamp, note: String? = nil) {
        self.since = since
        let kept = note.map(TextBounds.lostNote.repaired) ?? ""
        self.note = kept.allSatisfy(\.isWhitespace) ? nil : kept
    }

    /// The mark of an item that is marked now: what was marked before stays so since then.
    public static func made(at now: Timestamp, note: String?, after old: LostMark?) -> LostMark {
        LostMark(since: old?.since ?? now, note: note)
    }

    /// The mark as it is told where only the area may be: a note may name the place.
    public var byArea: LostMark { LostMark(since: since) }
}
