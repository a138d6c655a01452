public import Reminders
public import Tracking

/// Which facts are needed, which of them are known, and what is to be fetched when: no clock and no socket of its own.
///
/// Nothing is fetched that nobody needs. A fact is fetched again when the server's own validity is over, within bounds;
/// while that fails it counts for the source's grace, and then it is unknown. A source that fails rests, twice as long each
/// time, up to an hour.
public struct FactBook: Sendable {
    struct Entry: Hashable, Sendable {
        var source: String
        var origin: String
        var fact: Fact
        /// When it is to be fetched again.
        var expires: Timestamp
        var tag: String?
        var modified: String?
        /// How many bytes came for it.
        var cost = 0
    }

    private struct Trial: Hashable, Sendable {
        var failures = 0
        var next = Timestamp(milliseconds: .min)
        var trouble: String?
        var isUnderWay = false
    }

    private struct SourceState: Sendable {
        var status: SourceStatus
        var failures = 0
        /// Between two fetches, and after failures.
        var ready = Timestamp(milliseconds: .min)
        var isBusy = false
        var day: Int64 = 0
    }

    private(set) var entries: [Need: Entry] = [:]
    private var trials: [Need: Trial] = [:]
    /// In a fixed order, so that equal books do equal things.
    private var needs: [Need] = []
    /// The first of them whose turn it is: the one behind the last that was fetched, by its key.
    private var turn = 0
    private var last = ""
    private var wanted: Set<Need> = []
    private var states: [String: SourceState] = [:]
    private(set) var budget: FactBudget
    private let fixed: FixedSources
    private var calendars: [String: any FactSource] = [:]
    private let userAgent: String

    /// The first and the longest rest after failures.
    static let rests = (first: Duration.seconds(30), longest: Duration.seconds(3600))
    /// How many fetches may be under way at once.
    static let mostAtOnce = 4
    /// How many of them may be of calendars: of these there are many, and anybody may connect one that is slow.
    static let mostCalendars = 3

    init(_ sources: FixedSources, budget: Int, userAgent: String = "tagalong") {
        (fixed, self.budget, self.userAgent) = (sources, FactBudget(limit: budget), userAgent)
    }

    private func source(of need: Need) -> (any FactSource)? {
        switch need {
        case .weather: fixed.weather
        case .spots: fixed.spots
        case .calendar(let name): calendars[name]
        }
    }

    /// Sets what is needed from now on; what is not, is not fetched any more.
    public mutating func setNeeds(_ needs: Set<Need>, at now: Timestamp) {
        guard needs != wanted else { return }
        wanted = needs
        let ordered = needs.map { (need: $0, key: $0.key) }.sorted { $0.key < $1.key }
        self.needs = ordered.map(\.need)
        turn = ordered.firstIndex { $0.key > last } ?? 0
        countCalendars()
        trials = trials.filter { needs.contains($0.key) || $0.value.isUnderWay }
        // What nobody needs is kept while it is fresh: somebody may come back.
        entries = entries.filter { needs.contains($0.key) || $0.value.expires > now }
    }

    /// Sets where the calendars are, by name; what is known of one that has moved is forgotten.
    mutating func setCalendars(_ calendars: [String: any FactSource]) {
        for (name, source) in self.calendars where calendars[name]?.origin != source.origin {
            entries[.calendar(name)] = nil
            trials[.calendar(name)] = nil
            states[source.name] = nil
        }
        self.calendars = calendars
        countCalendars()
    }

    /// Counts those that share bytes.
    private mutating func countCalendars() {
        let purposes = needs.map { purpose(of: $0) }
        budget.calendars = purposes.count { if case .calendar = $0 { true } else { false } }
    }

    /// What a fetch for a need is counted in.
    private func purpose(of need: Need) -> FactBudget.Purpose {
        switch need {
        case .weather: .weather
        case .spots: .shops
        case .calendar(let name): calendars[name]?.isFile == true ? .file : .calendar(name)
        }
    }

    /// What is known to come at least: less room than that is no use.
    private func cost(of need: Need, _ source: any FactSource) -> Int {
        guard case .calendar = need, let entry = entries[need], entry.origin == source.origin else { return 0 }
        return entry.cost
    }

    // What is known

    /// The forecast for the cell of a position.
    public func forecast(for cell: Cell, at now: Timestamp) -> Known<Forecast> {
        known(.weather(cell), at: now) { if case .forecast(let forecast) = $0 { forecast } else { nil } }
    }

    /// What there is of a kind around a cell.
    public func spots(_ kind: SpotKind, in cell: Cell, at now: Timestamp) -> Known<[Spot]> {
        known(.spots(kind, cell), at: now) { if case .spots(let spots) = $0 { spots } else { nil } }
    }

    /// The texts of a calendar, each of the form of RFC 5545, as they came.
    public func calendar(_ name: String, at now: Timestamp) -> Known<[[UInt8]]> {
        known(.calendar(name), at: now) { if case .calendar(let texts) = $0 { texts } else { nil } }
    }

    private func known<Value>(_ need: Need, at now: Timestamp, _ take: (Fact) -> Value?) -> Known<Value> {
        guard let source = source(of: need) else { return .off }
        if let entry = entries[need], entry.origin == source.origin,
            now < entry.expires.advanced(by: source.limits.grace), let value = take(entry.fact)
        {
            return .known(value)
        }
        if let trouble = trials[need]?.trouble ?? states[source.name]?.status.trouble { return .failing(trouble) }
        if let sentence = budget.exhaustion(for: purpose(of: need), at: now) { return .failing(sentence) }
        return .waiting
    }

    // What is to be done

    /// The fetches that begin now; each has to end in ``settle(_:_:at:using:)``.
    ///
    /// All have their turn: where there are more than can be fetched in time, none of them stays behind for good.
    mutating func begin(at now: Timestamp) -> [Fetch] {
        var fetches: [Fetch] = []
        let order = Array(needs[turn...]) + Array(needs[..<turn])
        var slots = slots
        for need in order where slots.has(need) {
            guard let source = source(of: need), isDue(need, source, at: now),
                let conversation = source.conversation(for: need, at: now)
            else { continue }
            let purpose = purpose(of: need)
            let cost = cost(of: need, source)
            guard let room = budget.reserve(source.limits.answer, for: purpose, needing: cost, at: now) else {
                continue
            }
            let old = entries[need].flatMap { $0.origin == source.origin ? $0 : nil }
            fetches.append(
                Fetch(
                    need, from: source.name, conversation, room: room, answer: source.limits.answer,
                    timeout: source.limits.timeout, userAgent: userAgent, origin: source.origin, tag: old?.tag,
                    modified: old?.modified,
                    purpose: purpose, isShort: room < source.limits.answer
                )
            )
            trials[need, default: Trial()].isUnderWay = true
            states[source.name, default: SourceState(status: SourceStatus(of: need, source))].isBusy = true
            slots.take(need)
            last = need.key
        }
        if !fetches.isEmpty { turn = needs.firstIndex { $0.key > last } ?? 0 }
        return fetches
    }

    /// What is under way.
    private struct Slots {
        var taken = 0
        var ofCalendars = 0

        /// Whether a fetch for a need may begin beside it.
        func has(_ need: Need) -> Bool {
            if case .calendar = need, ofCalendars >= FactBook.mostCalendars { return false }
            return taken < FactBook.mostAtOnce
        }

        mutating func take(_ need: Need) {
            taken += 1
            if case .calendar = need { ofCalendars += 1 }
        }
    }

    private var slots: Slots {
        let busy = states.values.filter(\.isBusy)
        return Slots(taken: busy.count, ofCalendars: busy.count { $0.status.kind == .calendar })
    }

    private func isDue(_ need: Need, _ source: any FactSource, at now: Timestamp) -> Bool {
        guard trials[need]?.isUnderWay != true, states[source.name]?.isBusy != true else { return false }
        return due(need, source, at: now) <= now
    }

    /// Nothing is put off for longer: what seems to be was put off by a clock that was ahead.
    private static let farthest = Duration.seconds(2 * 86_400)

    private func due(_ need: Need, _ source: any FactSource, at now: Timestamp) -> Timestamp {
        let entry = entries[need].flatMap { $0.origin == source.origin ? $0.expires : nil }
        let last = now.advanced(by: Self.farthest)
        let times = [entry, trials[need]?.next, states[source.name]?.ready].compactMap(\.self)
        return times.filter { $0 <= last }.max() ?? Timestamp(milliseconds: .min)
    }

    /// When ``begin(at:)`` has something to do at the earliest; nil while nothing is needed, or all of it is under way.
    public func wake(at now: Timestamp) -> Timestamp? {
        let slots = slots
        let times = needs.compactMap { need -> Timestamp? in
            guard let source = source(of: need), trials[need]?.isUnderWay != true,
                states[source.name]?.isBusy != true, slots.has(need)
            else { return nil }
            let opening = budget.opening(for: purpose(of: need), needing: cost(of: need, source), at: now)
            return max(due(need, source, at: now), opening)
        }
        guard let first = times.min() else { return nil }
        // While others are under way, their end is what is waited for.
        if first <= now, states.values.contains(where: \.isBusy) { return nil }
        return max(first, now)
    }

    /// Takes in how a fetch has ended.
    mutating func settle(
        _ fetch: Fetch, _ result: Fetch.Result, at now: Timestamp, using generator: inout some RandomNumberGenerator
    ) {
        budget.spend(fetch.received, of: fetch.room, for: fetch.purpose, at: now)
        guard let need = fetch.need else {
            // A calendar that is tried is no source yet.
            if case .search = fetch.purpose { noteSearch(fetch, result, at: now) }
            return
        }
        // A calendar may have been taken away meanwhile, or be somewhere else: then nobody waits for this one.
        guard let source = source(of: need), source.origin == fetch.origin else { return }
        trials[need]?.isUnderWay = false
        var state = states[source.name] ?? SourceState(status: SourceStatus(of: need, source))
        count(fetch.received, &state, at: now)
        state.isBusy = false
        state.ready = now.advanced(by: source.limits.pause)
        switch result {
        case .failure(let error):
            fail(error, need, &state, at: now, &generator)
            if case .calendar = fetch.purpose {
                // What is too long has cost as much as what is taken.
                let next = now.advanced(by: budget.rest(afterCalendarOf: fetch.received))
                if let trial = trials[need] { trials[need]?.next = max(trial.next, next) }
                state.ready = max(state.ready, next)
                state.status.nextTry = state.ready
            }
        case .unchanged(let freshness):
            if let entry = entries[need] {
                keep(entry.fact, need, source, freshness, validators: entry, &state, fetch, at: now)
            }
            succeed(need, &state, at: now)
        case .fact(let fact, let freshness):
            keep(fact, need, source, freshness, validators: nil, &state, fetch, at: now)
            succeed(need, &state, at: now)
        }
        states[source.name] = state
        if !wanted.contains(need) { trials[need] = nil }
    }

    /// Notes how a search has gone; it puts nothing off, as whoever searches again wants to know.
    private mutating func noteSearch(_ fetch: Fetch, _ result: Fetch.Result, at now: Timestamp) {
        var state = states[fetch.source] ?? SourceState(status: SourceStatus(searching: fetch.source))
        count(fetch.received, &state, at: now)
        switch result {
        case .failure(let error):
            state.status.failures += 1
            (state.status.lastFailure, state.status.trouble) = (now, error.description)
            state.status.nextTry = error.retryAfter.map { now.advanced(by: $0) }
        case .fact, .unchanged:
            (state.status.lastSuccess, state.status.trouble, state.status.nextTry) = (now, nil, nil)
        }
        states[fetch.source] = state
    }

    private func count(_ bytes: Int, _ state: inout SourceState, at now: Timestamp) {
        let day = now.wholeSeconds / 86_400
        if state.day != day { (state.day, state.status.bytesToday) = (day, 0) }
        state.status.bytesToday += bytes
        state.status.fetches += 1
    }

    private mutating func succeed(_ need: Need, _ state: inout SourceState, at now: Timestamp) {
        state.failures = 0
        (state.status.lastSuccess, state.status.trouble, state.status.nextTry) = (now, nil, nil)
        trials[need] = nil
    }

    private mutating func fail(
        _ error: FactError, _ need: Need, _ state: inout SourceState, at now: Timestamp,
        _ generator: inout some RandomNumberGenerator
    ) {
        state.failures += 1
        state.status.failures += 1
        var trial = trials[need] ?? Trial()
        trial.failures += 1
        trial.trouble = error.description
        let rest = error.retryAfter ?? .zero
        trial.next = now.advanced(by: max(rest, Self.rest(after: trial.failures, &generator)))
        trials[need] = trial
        // The others of a source wait for it too, or each of many would find out by itself.
        state.ready = now.advanced(by: max(rest, Self.rest(after: state.failures, &generator)))
        (state.status.lastFailure, state.status.trouble) = (now, error.description)
        state.status.nextTry = state.ready
    }

    /// Half of a bound that doubles, and a random share of the other half.
    private static func rest(after failures: Int, _ generator: inout some RandomNumberGenerator) -> Duration {
        let bound = min(rests.longest, rests.first * (1 << min(failures - 1, 10)))
        let share = Double(generator.next() >> 11) * 0x1p-53
        return .milliseconds(Int64(Double(bound.milliseconds) * (0.5 + 0.5 * share)))
    }

    private mutating func keep(
        _ fact: Fact, _ need: Need, _ source: any FactSource, _ freshness: Freshness, validators: Entry?,
        _ state: inout SourceState, _ fetch: Fetch, at now: Timestamp
    ) {
        let limits = source.limits
        var lifetime = min(limits.longest, max(limits.shortest, freshness.lifetime ?? limits.lifetime))
        if case .calendar = fetch.purpose {
            // A long one is asked more rarely, so that its share of the day suffices.
            lifetime = max(lifetime, budget.rest(afterCalendarOf: fetch.received))
        }
        if case .calendar = need { state.status.refresh = lifetime }
        let expires = now.advanced(by: lifetime)
        var fact = fact
        if case .forecast(let forecast) = fact { fact = .forecast(forecast.expiring(expires)) }
        entries[need] = Entry(
            source: source.name, origin: source.origin, fact: fact, expires: expires,
            tag: freshness.tag ?? validators?.tag, modified: freshness.modified ?? validators?.modified,
            cost: validators?.cost ?? fetch.received
        )
    }

    /// The fetch of a search, which ends in ``settle(_:_:at:using:)``; nil when the bytes of the day do not suffice.
    mutating func beginSearch(_ question: Question, by account: String? = nil, at now: Timestamp) -> Fetch? {
        let purpose = FactBudget.Purpose.search(account)
        guard let room = budget.reserve(Nominatim.answer, for: purpose, at: now) else { return nil }
        return Fetch(
            nil, from: Nominatim.name, question, room: room, answer: Nominatim.answer, timeout: .seconds(10),
            userAgent: userAgent, purpose: purpose
        )
    }

    /// The fetch of a calendar that nobody has connected yet, which ends in the same way; nil when the bytes of the day do
    /// not suffice, those of all or those of the account that tries.
    mutating func beginTrial(_ source: CalendarSource, by account: String? = nil, at now: Timestamp) -> Fetch? {
        let purpose = FactBudget.Purpose.trial(account)
        guard let conversation = source.conversation(for: .calendar(source.id), at: now),
            let room = budget.reserve(source.limits.answer, for: purpose, at: now)
        else { return nil }
        return Fetch(
            nil, from: source.name, conversation, room: room, answer: source.limits.answer,
            timeout: source.limits.timeout, userAgent: userAgent, purpose: purpose,
            isShort: room < source.limits.answer
        )
    }

    // What is told of it

    /// How it goes with each source that has been asked, in the order of their names.
    public func statuses(at now: Timestamp) -> [SourceStatus] {
        states.values.map { state in
            var status = state.status
            if state.day != now.wholeSeconds / 86_400 { status.bytesToday = 0 }
            return status
        }.sorted { $0.name < $1.name }
    }

    /// How many bytes have come on the day of UTC, and how many may.
    public func bytes(at now: Timestamp) -> (used: Int, limit: Int) { (budget.used(at: now), budget.limit) }

    /// Why no fetch has begun for which somebody waits.
    func refusal(for purpose: FactBudget.Purpose, at now: Timestamp) -> FactError {
        budget.refusal(for: purpose, at: now)
    }

    /// Whether nothing more is fetched until midnight UTC.
    public func isUsedUp(at now: Timestamp) -> Bool { budget.isUsedUp(at: now) }

    // A restart

    /// Takes over what a book knew before a restart, as far as it still counts.
    mutating func restore(_ entries: [Need: Entry], day: Int64, _ spent: FactBudget.Tally) {
        for (need, entry) in entries where source(of: need)?.origin == entry.origin { self.entries[need] = entry }
        budget.restore(day: day, spent)
    }
}

/// The sources of the administrator's file.
struct FixedSources: Sendable {
    var weather: (any FactSource)?
    var spots: (any FactSource)?
}
