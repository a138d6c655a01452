/// The owners of a name, one after another, for one reader: first the owner at the time, then each change.
public struct BusOwners: AsyncSequence, Sendable {
    public typealias Failure = Never

    /// Who owns the name.
    public struct Element: Hashable, Sendable {
        /// The owner's unique name; `nil` while nobody owns it.
        public let owner: String?
        /// Counts the changes: what was asked of an owner of an older generation is void.
        public let generation: Int
    }

    let stream: AsyncStream<Element>

    public func makeAsyncIterator() -> AsyncStream<Element>.Iterator { stream.makeAsyncIterator() }
}
