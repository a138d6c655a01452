import Exchange
import Store
import Tracking

/// Which fixes of an item somebody asks for.
struct FixQuery: Sendable {
    enum Order: String, CaseIterable {
        case newest, oldest
    }

    var from: Timestamp?
    var to: Timestamp?
    var limit: Int
    var order: Order
    /// At most so many, picked by the shape of the way.
    var thin: Int?
    var within: Region?
    var cursor: Cursor?
    private let cursors: Cursors

    /// Where a page begins: behind so many fixes of one moment.
    struct Cursor: Hashable, Sendable {
        var time: Timestamp
        var skipped: Int

        init(time: Timestamp, skipped: Int) { (self.time, self.skipped) = (time, skipped) }

        init?(_ text: String) {
            let parts = text.split(separator: ".", omittingEmptySubsequences: false).map { Int64($0) }
            guard parts.count == 2, let time = parts[0], let skipped = parts[1], (1...100_000).contains(skipped) else {
                return nil
            }
            self.init(time: Timestamp(milliseconds: time), skipped: Int(skipped))
        }

        var text: String { "\(time.milliseconds).\(skipped)" }
    }

    /// - Parameters:
    ///   - query: The parameters.
    ///   - cursors: The places in the list of that item's fixes.
    /// - Throws: ``Problem`` for parameters that are wrong, or do not go together.
    init(_ query: inout QueryReader, _ cursors: Cursors) throws(Problem) {
        self.cursors = cursors
        (from, to) = query.span()
        let told = query.integer("limit", in: 1...100_000)
        let order: Order? = query.word("order")
        thin = query.integer("thin", in: 2...100_000)
        within = query.value("within", "lat,lon,radius_m or south,west,north,east", Region.init(query:))
        cursor = query.value("cursor", Cursors.expected) { cursors.text($0).flatMap(Cursor.init) }
        if thin != nil, told != nil { query.refuse("thin", "it does not go with a limit") }
        if thin != nil, cursor != nil { query.refuse("thin", "it does not go with a cursor") }
        let isTimed = from != nil || to != nil || thin != nil || within != nil
        self.order = order ?? (isTimed ? .oldest : .newest)
        limit = told ?? (isTimed ? 10_000 : 10)
        try query.finish()
    }

    /// The fixes, and where the next page begins; nil on the last.
    func page(of device: DeviceID, in sight: Sight) throws -> (fixes: [StoredFix], next: String?) {
        if let thin { return (try thinned(to: thin, of: device, in: sight), nil) }
        let skipped = cursor?.skipped ?? 0
        // One more tells whether there is another page.
        let found = try search(of: device, most: skipped + limit + 1, in: sight).dropFirst(skipped)
        let fixes = Array(found.prefix(limit))
        guard found.count > limit, let last = fixes.last else { return (fixes, nil) }
        let alike = fixes.reversed().prefix { $0.fix.time == last.fix.time }.count
        let isSame = cursor?.time == last.fix.time
        return (fixes, cursors.closed(Cursor(time: last.fix.time, skipped: alike + (isSame ? skipped : 0)).text))
    }

    private func thinned(to count: Int, of device: DeviceID, in sight: Sight) throws -> [StoredFix] {
        let fixes = try oldestFirst(of: device, in: sight)
        let picked = Thinning.indices(of: fixes.map(\.fix.coordinate), to: count).map { fixes[$0] }
        return order == .oldest ? picked : picked.reversed()
    }

    /// All fixes of the time that is asked for, oldest first.
    func oldestFirst(of device: DeviceID, in sight: Sight) throws -> [StoredFix] {
        var whole = self
        (whole.order, whole.cursor) = (.oldest, nil)
        return try whole.search(of: device, most: .max, in: sight)
    }

    private func search(of device: DeviceID, most: Int, in sight: Sight) throws -> [StoredFix] {
        guard order == .oldest else {
            let search = FixSearch(from: from, to: cursor?.time ?? to, region: within, newest: most)
            return try sight.fixes(of: device, matching: search).reversed()
        }
        let first = cursor?.time ?? from
        guard within == nil else {
            let search = FixSearch(from: first, to: to, region: within)
            return Array(try sight.fixes(of: device, matching: search).prefix(most))
        }
        return try sight.fixes(
            of: device,
            from: first ?? Timestamp(milliseconds: .min),
            to: to ?? Timestamp(milliseconds: .max),
            limit: most
        )
    }
}

extension Region {
    /// A circle, or a box of latitudes and longitudes, as a query has them.
    fileprivate init?(query text: String) {
        let numbers = text.split(separator: ",", omittingEmptySubsequences: false).map { Double($0) ?? .nan }
        guard numbers.allSatisfy(\.isFinite) else { return nil }
        switch numbers.count {
        case 3:
            guard let centre = try? Coordinate(latitude: numbers[0], longitude: numbers[1]), numbers[2] > 0 else {
                return nil
            }
            self = .circle(centre, radius: numbers[2])
        case 4:
            let (latitudes, longitudes) = ([numbers[0], numbers[2]], [numbers[1], numbers[3]])
            guard latitudes.allSatisfy((-90.0...90).contains), longitudes.allSatisfy((-180.0...180).contains),
                numbers[0] <= numbers[2]
            else { return nil }
            self = .box(south: numbers[0], west: numbers[1], north: numbers[2], east: numbers[3])
        default: return nil
        }
    }
}

extension QueryReader {
    /// The parameters `from` and `to`.
    mutating func span() -> (from: Timestamp?, to: Timestamp?) {
        let (from, to) = (time("from"), time("to"))
        if let from, let to, from > to { refuse("to", "a time not before 'from' is expected") }
        return (from, to)
    }
}
