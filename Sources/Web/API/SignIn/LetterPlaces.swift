import Access

/// Who may have a mail sent now: a few at a time, and one to each address, in the order in which they have come.
actor LetterPlaces {
    /// How many there are.
    static let most = 4

    private struct Waiting {
        let address: String
        let turn: CheckedContinuation<Bool, Never>
    }

    private var taken: Set<String> = []
    private var waiting: [Waiting] = []
    private var isClosed = false

    /// Waits for the turn of a mail to an address; false where there will be none.
    func enter(_ mail: MailAddress) async -> Bool {
        let address = mail.folded
        if isClosed { return false }
        if taken.count < Self.most, taken.insert(address).inserted { return true }
        return await withCheckedContinuation { waiting.append(Waiting(address: address, turn: $0)) }
    }

    /// Gives the place of a mail to the first that may have it.
    func leave(_ mail: MailAddress) {
        taken.remove(mail.folded)
        guard let next = waiting.firstIndex(where: { !taken.contains($0.address) }) else { return }
        let freed = waiting.remove(at: next)
        taken.insert(freed.address)
        freed.turn.resume(returning: true)
    }

    /// Ends the waiting of all who have no place, and gives out no more.
    func close() {
        isClosed = true
        for each in waiting { each.turn.resume(returning: false) }
        waiting = []
    }
}
