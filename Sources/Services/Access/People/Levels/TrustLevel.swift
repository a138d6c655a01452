internal import Store

/// What somebody grants another to see of the own profile: its public section, and these beside it.
public struct TrustLevel: Hashable, Sendable {
    public var sections: Set<ProfileSection>

    /// A level of some sections; of none, the public one only.
    public init(_ sections: Set<ProfileSection> = []) { self.sections = sections }

    /// Reads sections as they are written, such as `work`; `public`, which is in every level, may stand among them.
    ///
    /// - Throws: ``PeopleError/badSection(_:)``.
    public init(written words: some Sequence<some StringProtocol>) throws(AccessError) {
        sections = []
        for word in words where word != Self.publicWord {
            guard let section = ProfileSection(rawValue: String(word)) else {
                throw .people(.badSection(String(word)))
            }
            sections.insert(section)
        }
    }

    /// The sections as words, in the order of the alphabet, without the public one.
    public var words: [String] { sections.sorted().map(\.rawValue) }

    /// The word for the section that every level has.
    public static let publicWord = "public"

    /// As it is stored.
    var stored: String { words.joined(separator: " ") }

    /// Of what is stored; a word of a newer program grants nothing.
    init(stored text: String) {
        sections = Set(text.split(separator: " ").compactMap { ProfileSection(rawValue: String($0)) })
    }
}
