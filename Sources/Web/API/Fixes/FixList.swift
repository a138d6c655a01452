import Access
import Exchange
import HTTPTypes
package import Store
package import Tracking
import Web

/// Fixes that somebody asks for, read a page at a time.
package struct FixList: Sendable {
    private let device: DeviceID
    private let sight: Sight
    private let times: ClosedRange<Timestamp>?
    private let size: Int
    private var pages: FixPages?
    private let order: FixQuery.Order
    private var region: Region?
    private var picks: Picks?
    /// For a list that rests on more of the history than it tells.
    private var search: AnswerRoom.Ticket?
    /// How many more are asked for.
    private var left: Int
    /// How many of the first ones were told on the page before.
    private var skipped: Int
    /// The moment of the last one, and how many of that moment were told.
    private var last: (time: Timestamp, alike: Int)?
    /// Where the next list begins; nil until the end, and where there is none.
    private(set) var next: FixQuery.Cursor?

    /// Fixes of a span of time, both ends included, in an order, as who asks may see them.
    ///
    /// A cursor tells behind which of the moment with which the times begin, or end.
    package init(
        of device: DeviceID,
        in sight: Sight,
        _ times: ClosedRange<Timestamp>?,
        _ order: FixQuery.Order = .oldest,
        limit: Int = .max,
        cursor: FixQuery.Cursor? = nil
    ) {
        (self.device, self.sight, self.times, self.order) = (device, sight, times, order)
        (left, skipped) = (limit, cursor?.skipped ?? 0)
        last = cursor.map { ($0.time, $0.skipped) }
        // With one more that tells whether there is another list, and one that FixPages keeps for the next page.
        let most = min(limit, ConsoleLimits.page) + skipped + 2
        size = min(most, ConsoleLimits.page)
        pages = times.map { FixPages(sight, of: device, $0, order, size: size) }
    }

    /// Leaves out what lies elsewhere.
    mutating func narrow(to region: Region, for asker: Asker) throws(Problem) {
        if sight.viewer.isByArea(device) { throw Problem.byAreaOnly }
        try beginSearch(for: asker)
        self.region = region
        // Few may be left of many.
        pages = times.map { FixPages(sight, of: device, $0, order) }
    }

    /// Leaves so many that show the shape of the way best, for which all places of it have to be known at once.
    ///
    /// - Throws: ``Problem`` for more than fit, or more searches than one may have at a time; ``StoreError``;
    ///   `CancellationError`.
    mutating func thin(to count: Int, for asker: Asker) async throws {
        try beginSearch(for: asker)
        picks = try await Picks(self, to: count, for: asker)
        left = count
    }

    /// Counts a search once, before any of it is read: it ends with the list.
    private mutating func beginSearch(for asker: Asker) throws(Problem) {
        if search == nil { search = try sight.parts.answers.ticket(.searches, 1, for: asker) }
    }

    /// All of them in this order at once, as far as an answer rests on all: what is kept of each, with what counts
    /// them, and the search, for as long as they are there.
    ///
    /// - Throws: ``Problem`` for more than fit, or more searches than one may have at a time; ``StoreError``;
    ///   `CancellationError`.
    func whole<Part>(
        for asker: Asker, _ part: (StoredFix) -> Part
    ) async throws -> (parts: [Part], tickets: [AnswerRoom.Ticket]) {
        let room = sight.parts.answers
        var (list, parts) = (self, [Part]())
        try list.beginSearch(for: asker)
        let ticket = try room.ticket(.fixes, 0, for: asker)
        while let page = try await list.page() {
            guard parts.count + page.count <= room.mostFixes else {
                throw Problem(
                    .unprocessableContent,
                    "there are more than \(room.mostFixes) positions: ask for less time"
                )
            }
            try ticket.reserve(page.count)
            parts += page.map(part)
        }
        return (parts, [list.search, ticket].compactMap(\.self))
    }

    /// The next fixes, at most as many as one and a half ``ConsoleLimits/page``; nil behind the last.
    ///
    /// - Throws: ``StoreError``; `CancellationError`.
    package mutating func page() async throws -> [StoredFix]? {
        var found: [StoredFix] = []
        // Where few are left of many, it is still worth a write.
        while found.count < ConsoleLimits.page / 2, let more = try await filteredPage() { found += more }
        return found.isEmpty ? nil : found
    }

    private mutating func filteredPage() async throws -> [StoredFix]? {
        while var fixes = try await pages?.page() {
            if let region { fixes.removeAll { !region.contains($0.fix.coordinate) } }
            if let picks { fixes.removeAll { !picks.contains($0) } }
            let known = min(skipped, fixes.count)
            skipped -= known
            fixes.removeFirst(known)
            if fixes.isEmpty { continue }
            if left == 0 || fixes.count > left { pages = nil }
            fixes.removeLast(max(0, fixes.count - left))
            left -= fixes.count
            if let end = fixes.last?.fix.time { record(end, of: fixes) }
            if pages == nil, picks == nil { next = last.map { FixQuery.Cursor(time: $0.time, skipped: $0.alike) } }
            return fixes.isEmpty ? nil : fixes
        }
        return nil
    }

    private mutating func record(_ end: Timestamp, of fixes: [StoredFix]) {
        let alike = fixes.reversed().prefix { $0.fix.time == end }.count
        let before = alike == fixes.count && last?.time == end ? last?.alike ?? 0 : 0
        last = (end, alike + before)
    }
}

extension FixList {
    /// Which fixes show the shape of a way best.
    private struct Picks: Sendable {
        private let places: Set<Place>

        private struct Place: Hashable, Sendable {
            let time: Timestamp
            let coordinate: Coordinate
        }

        init(_ list: FixList, to count: Int, for asker: Asker) async throws {
            let (all, tickets) = try await list.whole(for: asker) {
                Place(time: $0.fix.time, coordinate: $0.fix.coordinate)
            }
            let indices = try await Thinning.indices(of: all.map(\.coordinate), to: count)
            places = Set(indices.map { all[$0] })
            withExtendedLifetime(tickets) {}
        }

        func contains(_ fix: StoredFix) -> Bool {
            places.contains(Place(time: fix.fix.time, coordinate: fix.fix.coordinate))
        }
    }
}
