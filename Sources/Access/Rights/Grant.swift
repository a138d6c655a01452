public import Tracking

/// What an account may do with one item, or with all of an owner's.
public struct Grant: Hashable, Sendable {
    public var owner: Name
    /// Nil for all of the owner's items.
    public var tracker: Name?
    public var right: Right

    public init(owner: Name, tracker: Name? = nil, right: Right) {
        (self.owner, self.tracker, self.right) = (owner, tracker, right)
    }

    /// Reads `OWNER/TRACKER=RIGHT` or `OWNER=RIGHT`.
    ///
    /// - Throws: ``AccessError/badGrant(_:)``.
    public init(written text: String) throws(AccessError) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false).map { try? Name($0) }
        guard parts.count == 2, (1...2).contains(names.count), !names.contains(nil), let owner = names[0],
            let right = Right(word: String(parts[1]))
        else { throw .badGrant(text) }
        let tracker = names.count == 2 ? names[1] : nil
        self.init(owner: owner, tracker: tracker, right: right)
    }
}

extension Grant: CustomStringConvertible {
    public var description: String { "\(owner)\(tracker.map { "/\($0)" } ?? "")=\(right.word)" }
}
