package import Access
package import Tracking

/// For whom something is counted.
package enum Asker: Hashable, Sendable {
    case account(Name)
    /// Where nobody has to log in, or nobody has.
    case source(NetworkAddress?)

    package init(_ context: ConsoleContext) {
        self = context.principal?.account.map(Self.account) ?? .source(context.origin.address?.network)
    }
}

/// So much of something for each, and for all together.
package struct Allotment: Sendable {
    let ofEach: Int
    let ofAll: Int
    private(set) var taken = 0
    private var takers: [Asker: Int] = [:]

    /// Why there is no more.
    package enum Refusal: Error, Hashable, Sendable { case each, all }

    init(ofEach: Int, ofAll: Int) { (self.ofEach, self.ofAll) = (ofEach, ofAll) }

    /// Takes some; who has none yet, or whoever comes when all is there, may have more than that in one piece.
    package mutating func reserve(_ amount: Int, for asker: Asker) throws(Refusal) {
        let own = takers[asker, default: 0]
        if own > 0, own + amount > ofEach { throw .each }
        if taken > 0, taken + amount > ofAll { throw .all }
        taken += amount
        takers[asker] = own + amount
    }

    mutating func give(_ amount: Int, of asker: Asker) {
        taken -= amount
        let left = takers[asker, default: 0] - amount
        takers[asker] = left > 0 ? left : nil
    }
}
