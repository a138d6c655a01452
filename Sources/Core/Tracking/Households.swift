/// Which owners share their things: near to any of them is near, for all that belong to one of them.
///
/// Nobody is in more than one household. Who is in one has agreed to it: so it is told to the service, and is no rule
/// of one owner's item.
public struct Households: Hashable, Sendable {
    /// In the order in which they were told, and so their members.
    public private(set) var all: [[Name]] = []
    private var indices: [Name: Int] = [:]

    /// Why some names are no household.
    public enum Invalid: Error, Hashable, Sendable, CustomStringConvertible {
        /// A part of the text is no name.
        case name(Name.Invalid)
        /// Fewer than two are no household.
        case alone
        /// A name is told twice.
        case twice(Name)

        public var description: String {
            switch self {
            case .name(let invalid): "\(invalid)"
            case .alone: "a household has two owners at least"
            case .twice(let name): "'\(name)' is given twice: nobody is in a household more than once"
            }
        }
    }

    /// Without any.
    public init() {}

    /// - Throws: ``Invalid`` for a household of fewer than two, or a name that is told twice.
    public init(_ households: [[Name]]) throws(Invalid) {
        for members in households { try add(members) }
    }

    /// Whether there are none.
    public var isEmpty: Bool { all.isEmpty }

    /// Adds one more household.
    ///
    /// - Throws: ``Invalid`` for fewer than two names, or one that is in a household already; then nothing is added.
    public mutating func add(_ members: [Name]) throws(Invalid) {
        guard members.count > 1 else { throw .alone }
        var known = indices
        for name in members {
            guard known[name] == nil else { throw .twice(name) }
            known[name] = all.count
        }
        all.append(members)
        indices = known
    }

    /// The others of somebody's household; none for who is in no household.
    public func members(with name: Name) -> [Name] {
        guard let index = indices[name] else { return [] }
        return all[index].filter { $0 != name }
    }

    /// Whether two are of one household.
    public func contains(_ first: Name, with second: Name) -> Bool {
        first != second && indices[first] != nil && indices[first] == indices[second]
    }

    /// The names in a text such as `sam,ben`.
    ///
    /// - Throws: ``Invalid`` for a part that is no name.
    public static func names(_ text: some StringProtocol) throws(Invalid) -> [Name] {
        var names: [Name] = []
        for part in text.split(separator: ",", omittingEmptySubsequences: false) {
            do { names.append(try Name(part)) } catch { throw .name(error) }
        }
        return names
    }
}
