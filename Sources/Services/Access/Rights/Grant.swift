public import Tracking

/// What an account may do with one item, or with all of an owner's.
public struct Grant: Hashable, Sendable {
    public var owner: Name
    /// Nil for all of the owner's items.
    public var tracker: Name?
    public var right: Right
    /// Whether positions are told by area only, and nothing that is finer.
    public var isByArea: Bool

    public init(owner: Name, tracker: Name? = nil, right: Right, isByArea: Bool = false) {
        (self.owner, self.tracker, self.right, self.isByArea) = (owner, tracker, right, isByArea)
    }

    /// Reads `OWNER/TRACKER=RIGHT` or `OWNER=RIGHT`; `:area` behind `last` or `history` tells positions by area only.
    ///
    /// - Throws: ``AccessError/badGrant(_:)``.
    public init(written text: String) throws(AccessError) {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        let names = (parts.first ?? "").split(separator: "/", omittingEmptySubsequences: false).map { try? Name($0) }
        guard parts.count == 2, (1...2).contains(names.count), !names.contains(nil), let owner = names[0],
            let (right, isByArea) = Self.right(written: parts[1])
        else { throw .badGrant(text) }
        let tracker = names.count == 2 ? names[1] : nil
        self.init(owner: owner, tracker: tracker, right: right, isByArea: isByArea)
    }

    private static func right(written text: Substring) -> (Right, isByArea: Bool)? {
        let suffix = ":area"
        guard text.hasSuffix(suffix) else { return Right(word: String(text)).map { ($0, false) } }
        // Who may command a thing has to know where it is, and who may nothing has no need of this.
        guard let right = Right(word: String(text.dropLast(suffix.count))), right == .lastPosition || right == .history
        else { return nil }
        return (right, true)
    }
}

extension Grant: CustomStringConvertible {
    public var description: String {
        "\(owner)\(tracker.map { "/\($0)" } ?? "")=\(right.word)\(isByArea ? ":area" : "")"
    }
}
