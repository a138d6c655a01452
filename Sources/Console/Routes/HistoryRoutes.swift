import Exchange
import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Tracking

/// `/api/v1/items/…/fixes`, `journeys` and `export`: where an item was.
struct HistoryRoutes: ConsoleRoutes {
    let parts: ConsoleParts

    func add(to router: Router<ConsoleContext>) {
        let item: RouterPath = "/api/v1/items/{owner}/{tracker}"
        router.get("\(item)/fixes", use: fixes)
        router.get("\(item)/journeys", use: journeys)
        router.get("\(item)/export", use: export)
    }

    /// The device in the path, of whatever kind.
    private func device(_ context: ConsoleContext) throws -> DeviceRow {
        let id = try context.device()
        guard let device = try parts.store.device(id) else { throw ItemShelf.noItem(id) }
        return device
    }

    @Sendable
    private func fixes(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let query = try FixQuery(&reader, context.cursors(of: "fixes/\(try context.device())", parts))
        let page = try query.page(of: try device(context).id, in: context.sight(parts))
        return Answer.json(FixText.list(page.fixes, next: page.next))
    }

    @Sendable
    private func journeys(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        var (from, to) = reader.span()
        try reader.finish()
        if from == nil, to == nil { from = parts.clock.now.advanced(by: .seconds(-86_400)) }
        let fixes = try context.sight(parts).fixes(
            of: try device(context).id,
            from: from ?? Timestamp(milliseconds: .min),
            to: to ?? Timestamp(milliseconds: .max)
        )
        let journeys: [JourneyAnswer] = JourneyFinder().journeys(in: fixes.map(\.fix)).map(JourneyAnswer.init)
        return try Answer.json(["journeys": journeys])
    }

    @Sendable
    private func export(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        var reader = QueryReader(request)
        let format: TrackFormat? = reader.word("format")
        let (from, to) = reader.span()
        let thin = reader.integer("thin", in: 2...100_000)
        reader.require("format")
        try reader.finish()
        let device = try device(context)
        let all = try context.sight(parts).fixes(
            of: device.id,
            from: from ?? Timestamp(milliseconds: .min),
            to: to ?? Timestamp(milliseconds: .max)
        )
        let fixes = thin.map { count in
            Thinning.indices(of: all.map(\.fix.coordinate), to: count).map { all[$0] }
        }
        return Self.file(fixes ?? all, as: format ?? .gpx, of: device)
    }

    /// A file that is written while it is sent, so that it never stands in memory as a whole.
    private static func file(_ fixes: [StoredFix], as format: TrackFormat, of device: DeviceRow) -> Response {
        let name = "\(device.id.owner)-\(device.id.device).\(format.ending)"
        let title = device.item?.text ?? "\(device.id)"
        let body = ResponseBody { writer in
            var track = format.writer(for: title)
            try await writer.write(ByteBuffer(string: track.start()))
            for start in stride(from: 0, to: fixes.count, by: 500) {
                var text = ""
                for fix in fixes[start..<min(start + 500, fixes.count)] { text += track.add(fix) }
                try await writer.write(ByteBuffer(string: text))
            }
            try await writer.write(ByteBuffer(string: track.end()))
            try await writer.finish(nil)
        }
        let fields: HTTPFields = [
            .contentType: format.mediaType,
            .contentDisposition: "attachment; filename=\"\(name)\"",
            .cacheControl: "no-store",
        ]
        return Response(status: .ok, headers: fields, body: body)
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
