/// What ties somebody who looks at a person to that person: all that decides what they see.
struct Ties: Hashable, Sendable {
    /// Whether they look at themselves.
    var isOneself = false
    var isAdministrator = false
    /// The level that the person grants the viewer as a contact; nil for no contact.
    var granted: TrustLevel?
    /// The levels that the person grants the members of groups that the viewer is in too.
    var shared: [TrustLevel] = []
    /// What the viewer has asked the person; nil where nothing is open, as far as the viewer knows.
    var asked: ContactRequest?
    /// What the person has asked the viewer, and the viewer has not answered.
    var asking: ContactRequest?

    /// Whether both are contacts, or in a group together.
    var areClose: Bool { granted != nil || !shared.isEmpty }

    /// The sections that the viewer sees: those of all levels together.
    var sections: Set<ProfileSection> {
        if isOneself { return Set(ProfileSection.allCases) }
        return ([granted].compactMap(\.self) + shared).reduce(into: []) { $0.formUnion($1.sections) }
    }

    /// The fields of the public section that the viewer sees of a person who shows these to strangers; nil where the
    /// viewer is not to know that there is such a person.
    func fields(shown: Set<ShownField>) -> Set<ShownField>? {
        if isOneself || isAdministrator || areClose { return [.name, .picture, .town, .school, .employer] }
        var fields = shown.contains(.name) ? shown.subtracting([.mail]) : []
        // Whoever asks is to be recognised.
        if asking != nil { fields.formUnion([.name, .picture]) }
        return fields.isEmpty && asked == nil ? nil : fields
    }
}
