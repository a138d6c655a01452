import Access
import Exchange
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Tracking
import Web

/// `/api/v1/items/…/fixes`, `journeys` and `export`: where an item was.
struct HistoryRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    var routes: [Route] {
        [
            Route(.get, "/api/v1/items/{owner}/{tracker}/fixes", .item(.history, openByArea: true), fixes),
            Route(.get, "/api/v1/items/{owner}/{tracker}/fixes/count", .item(.history, openByArea: true), count),
            Route(.get, "/api/v1/items/{owner}/{tracker}/journeys", .item(.history), journeys),
            Route(.get, "/api/v1/items/{owner}/{tracker}/export", .item(.history, openByArea: true), export),
        ]
    }

    /// The device in the path, of whatever kind.
    private func device(_ context: ConsoleContext) throws -> DeviceRow {
        let id = try context.device()
        guard let device = try parts.store.device(id) else { throw ItemShelf.noItem(id) }
        return device
    }

    private func fixes(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let query = try FixQuery(&reader, context.cursors(of: "fixes/\(try context.device())", parts.web))
        let list = try await query.list(of: try device(context).id, in: context.sight(parts), for: Asker(context))
        var probe = list
        let first = try await probe.page() ?? []
        guard try await probe.page() == nil else { return Self.long(list, query) }
        var text = FixText()
        return Answer.json(text.add(first) + text.end(next: query.told(probe.next)))
    }

    /// How many an export of a time would have; of where they were it says nothing.
    private func count(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let (from, to) = reader.span()
        try reader.finish()
        let (start, end) = (from ?? Timestamp(milliseconds: .min), to ?? Timestamp(milliseconds: .max))
        let device = try device(context).id
        let count = try await parts.store.answer { try parts.store.count(of: device, from: start, to: end) }
        return try Answer.json(CountAnswer(count))
    }

    /// A list that is read while it is sent.
    private static func long(_ list: FixList, _ query: FixQuery) -> Response {
        Answer.stream("application/json") { writer in
            var (list, text) = (list, FixText())
            while let page = try await list.page() { try await writer.write(ByteBuffer(bytes: text.add(page))) }
            try await writer.write(ByteBuffer(bytes: text.end(next: query.told(list.next))))
        }
    }

    private func journeys(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        var (from, to) = reader.span()
        try reader.finish()
        if from == nil, to == nil { from = parts.clock.now.advanced(by: .seconds(-86_400)) }
        // A stay is known when the next fix is elsewhere, and a trip when the next stay is.
        let list = FixList(of: try device(context).id, in: context.sight(parts), Self.times(from, to))
        let (fixes, tickets) = try await list.whole(for: Asker(context), \.fix)
        let journeys: [JourneyAnswer] = try await JourneyFinder().journeys(in: fixes).map(JourneyAnswer.init)
        withExtendedLifetime(tickets) {}
        return try Answer.json(["journeys": journeys])
    }

    private func export(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let format: TrackFormat? = reader.word("format")
        let (from, to) = reader.span()
        let thin = reader.integer("thin", in: 2...100_000)
        reader.require("format")
        try reader.finish()
        let (device, asker) = (try device(context), Asker(context))
        let ticket = try parts.answers.ticket(.exports, 1, for: asker)
        var list = FixList(of: device.id, in: context.sight(parts), Self.times(from, to))
        if let thin { try await list.thin(to: thin, for: asker) }
        if let times = Self.times(from, to) {
            // A file that has begun cannot say any more that it lacks something.
            try await parts.store.answer {
                try parts.store.expectHere(device.id, from: times.lowerBound, to: times.upperBound)
            }
        }
        return Self.file(list, as: format ?? .gpx, of: device, ticket)
    }

    private static func times(_ from: Timestamp?, _ to: Timestamp?) -> ClosedRange<Timestamp>? {
        let (first, last) = (from ?? Timestamp(milliseconds: .min), to ?? Timestamp(milliseconds: .max))
        return first <= last ? first...last : nil
    }

    /// A file that is read and written while it is sent, so that it never stands in memory as a whole.
    private static func file(
        _ list: FixList, as format: TrackFormat, of device: DeviceRow, _ ticket: AnswerRoom.Ticket
    ) -> Response {
        let name = "\(device.id.owner)-\(device.id.device).\(format.ending)"
        let title = device.item?.text ?? "\(device.id)"
        let headers: HTTPFields = [.contentDisposition: "attachment; filename=\"\(name)\""]
        return Answer.stream(format.mediaType, headers: headers) { writer in
            defer { withExtendedLifetime(ticket) {} }
            var (list, track) = (list, format.writer(for: title))
            try await writer.write(ByteBuffer(string: track.start()))
            while let page = try await list.page() {
                var text = ""
                for fix in page { text += track.add(fix) }
                try await writer.write(ByteBuffer(string: text))
            }
            try await writer.write(ByteBuffer(string: track.end()))
        }
    }
}

/// How many positions there are, and from when to when.
private struct CountAnswer: Encodable {
    let count: Int
    let first: String?
    let last: String?

    init(_ found: FixCount) {
        (count, first, last) = (found.fixes, found.first?.description, found.last?.description)
    }
}

/// A stay, or a trip.
private struct JourneyAnswer: Encodable {
    let kind: String
    let start: String
    let end: String
    let fixes: Int
    let lat: Double?
    let lon: Double?
    let lengthM: Double?

    init(_ journey: Journey) {
        switch journey {
        case .stay(let stay):
            (kind, start, end, fixes) = ("stay", stay.start.description, stay.end.description, stay.fixes)
            (lat, lon, lengthM) = (stay.middle.latitude, stay.middle.longitude, nil)
        case .trip(let trip):
            (kind, start, end, fixes) = ("trip", trip.start.description, trip.end.description, trip.fixes)
            (lat, lon, lengthM) = (nil, nil, trip.length)
        }
    }
}
