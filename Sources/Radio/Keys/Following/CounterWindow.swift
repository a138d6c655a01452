import Tracking

/// Which counters of a rotating key may be on the air: a window around where the tag is believed to be, and, as long as
/// it has not been found, what it may have been left at.
///
/// Clocks of tags drift, and stand still while a battery is changed. So the window is wider than any drift between two
/// sightings, follows each sighting, and is opened down to the last one when the tag has not been heard for a day.
struct CounterWindow: Sendable {
    /// Milliseconds of one counter.
    let period: Int64
    let behind: Int
    let ahead: Int
    /// Counters that are kept whatever the time is, until the tag is heard at another one.
    private(set) var always: [Int]
    /// Where the tag may be.
    private(set) var centres: [KeyAlignment]
    /// Whether it was heard at the only centre.
    private(set) var isAligned = false
    /// What is still to be searched, from the end that is likelier.
    private var backlog = 0..<0
    private let isAscending: Bool
    private var expected: [Int]?
    private(set) var held: Set<Int> = []
    private var heard: Timestamp?

    /// What changes: counters to be derived, and counters that are of no use any more.
    struct Change {
        var added: [Int] = []
        var dropped: [Int] = []
    }

    /// A clock is behind by so many counters at most after a day of silence: ours is the choice, twice what a drift of 1 %
    /// makes.
    static let lag = 2
    /// After so long a silence a tag is searched for: a day.
    static let patience: Duration = .seconds(86_400)

    init(
        period: Duration,
        behind: Int,
        ahead: Int,
        always: [Int] = [],
        centres: [KeyAlignment],
        isAscending: Bool = false
    ) {
        self.period = max(1, period.milliseconds)
        (self.behind, self.ahead, self.always, self.centres) = (behind, ahead, always, centres)
        self.isAscending = isAscending
    }

    /// These are to be searched too, a few at a time.
    mutating func search(_ backlog: Range<Int>) { self.backlog = backlog }

    /// Whether something is still to be searched.
    var isSearching: Bool { !backlog.isEmpty }

    /// The counters at which the tag is expected.
    func expected(at now: Timestamp) -> [Int] {
        centres.map { $0.counter + Int(($0.time.duration(to: now).milliseconds) / period) }
    }

    /// Lets time pass; at most so many of the backlog are added.
    mutating func advance(to now: Timestamp, budget: Int) -> Change {
        reopen(at: now)
        var change = Change()
        let expected = expected(at: now)
        if expected != self.expected {
            self.expected = expected
            var wanted = Set(always)
            for counter in expected where counter + ahead >= 0 {
                wanted.formUnion(max(0, counter - behind)...(counter + ahead))
            }
            change.added = wanted.subtracting(held).sorted()
            if isAligned { change.dropped = held.subtracting(wanted).sorted() }
        }
        for _ in 0..<min(max(0, budget), backlog.count) {
            let counter = isAscending ? backlog.lowerBound : backlog.upperBound - 1
            backlog = isAscending ? counter + 1..<backlog.upperBound : backlog.lowerBound..<counter
            if !held.contains(counter) { change.added.append(counter) }
        }
        held.formUnion(change.added)
        held.subtract(change.dropped)
        return change
    }

    /// Opens the window down to where the tag was heard last, as its clock may have stood still since.
    private mutating func reopen(at now: Timestamp) {
        guard isAligned, let heard, heard.duration(to: now) > Self.patience, let centre = centres.first else { return }
        isAligned = false
        let end = (expected(at: now).first ?? 0) - behind
        backlog = centre.counter..<max(centre.counter, end)
    }

    /// The tag was heard at a counter; false where that says nothing of where it is.
    ///
    /// A counter that is behind where the tag was last is an old one that somebody sends again, or the clock of the tag
    /// has stood still: it moves the window only when nothing newer comes for a day.
    mutating func hear(_ counter: Int, at now: Timestamp) -> Bool {
        if !always.isEmpty, !always.contains(counter) {
            always = []
            expected = nil
        }
        if isAligned, let centre = centres.first, let due = expected(at: now).first {
            guard counter >= centre.counter, counter >= due - Self.lag else { return false }
            heard = now
            if counter == centre.counter { return true }
        }
        heard = now
        move(to: [KeyAlignment(counter: counter, time: now)])
        isAligned = true
        return true
    }

    /// It is elsewhere than believed.
    mutating func move(to centres: [KeyAlignment]) {
        self.centres = centres
        isAligned = false
        backlog = 0..<0
        expected = nil
    }
}
