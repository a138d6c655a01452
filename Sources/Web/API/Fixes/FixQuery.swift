import JSON
import Tracking
import Web

/// Which fixes of an item somebody asks for.
package struct FixQuery: Sendable {
    package enum Order: String, CaseIterable, Sendable {
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
    package struct Cursor: Hashable, Sendable {
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

    /// The parameters of a query, with the places in the list of that item's fixes.
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

    /// The fixes that are asked for, a page after the other.
    ///
    /// - Throws: ``Problem`` for who may not search by place, for more than can be thinned at once, or for more searches
    ///   than one may have at a time.
    func list(of device: DeviceID, in sight: Sight, for asker: Asker) async throws -> FixList {
        var list = FixList(of: device, in: sight, times, order, limit: thin == nil ? limit : .max, cursor: cursor)
        if let within { try list.narrow(to: within, for: asker) }
        if let thin { try await list.thin(to: thin, for: asker) }
        return list
    }

    /// A place in the list as a client is told it.
    func told(_ place: Cursor?) -> String? { place.flatMap { cursors.closed($0.text) } }

    /// The times that are left behind the cursor.
    private var times: ClosedRange<Timestamp>? {
        var (first, last) = (from ?? Timestamp(milliseconds: .min), to ?? Timestamp(milliseconds: .max))
        if let cursor, order == .oldest { first = cursor.time }
        if let cursor, order == .newest { last = cursor.time }
        return first <= last ? first...last : nil
    }
}

extension Region {
    /// A circle, or a box of latitudes and longitudes, as a query has them.
    fileprivate init?(query text: String) {
        let parts = text.split(separator: ",", omittingEmptySubsequences: false)
        let numbers = parts.compactMap { ByteNumber.double($0) }
        guard numbers.count == parts.count else { return nil }
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
    mutating func span() -> (from: Timestamp?, to: Timestamp?) {
        let (from, to) = (time("from"), time("to"))
        if let from, let to, from > to { refuse("to", "a time not before 'from' is expected") }
        return (from, to)
    }
}
