package import API
import Access
import Foundation
import HTTPTypes
import History
import Hummingbird
import Messages
import Store
import Tracking
package import Web

/// `/api/0/…`: the questions that the OwnTracks Recorder answers, and its clients ask.
package struct RecorderRoutes: ConsoleRoutes {
    private let parts: ConsoleParts
    private let gate: ConsoleGate

    package init(parts: ConsoleParts, gate: ConsoleGate) { (self.parts, self.gate) = (parts, gate) }

    package var routes: [Route] {
        [Route(.get, "/api/0/{verb}", .somebody, answer), Route(.post, "/api/0/{verb}", .somebody, answer)]
            + PostRoutes(parts: parts).routes + SourceRoutes(parts: parts).routes
            + LastSocketRoutes(parts: parts, gate: gate).routes
    }

    private func answer(_ request: Request, _ context: ConsoleContext) async throws -> Response {
        let verb = context.parameters.get("verb") ?? ""
        guard let question = Question(rawValue: verb) else {
            let words = Question.allCases.map(\.rawValue).joined(separator: ", ")
            throw Problem(.notFound, "there is no '\(verb.excerpt(40))' here; one of \(words) is expected")
        }
        return try await answer(question, try await RecorderQuery(request), request, context.sight(parts))
    }

    private enum Question: String, CaseIterable {
        case version, list, last, locations, q, photo, monitor
    }

    private func answer(
        _ question: Question, _ query: RecorderQuery, _ request: Request, _ sight: Sight
    ) async throws -> Response {
        switch question {
        case .version: try json(Version(version: parts.configuration.version, git: "tagalong"))
        case .list: try json(Results(results: list(query, sight)))
        case .last: try last(query, sight)
        case .locations: try await locations(query, sight)
        // Nothing here looks up addresses.
        case .q: Self.json(Array("{}".utf8))
        case .photo: try photo(query, request, sight)
        case .monitor: try await monitor(sight)
        }
    }

    private struct Version: Encodable {
        let version: String
        let git: String
    }

    private struct Results: Encodable { let results: [String] }

    /// Users; or a user's devices; or what would be the files of a device.
    ///
    /// Of devices, those that something is kept of, not those of which all was refused.
    private func list(_ query: RecorderQuery, _ sight: Sight) throws -> [String] {
        let (user, device) = (try query.user, try query.device)
        guard let user else {
            guard device == nil else { return [] }
            let heard = try parts.store.devicesHeard().filter { sight.viewer.may(.lastPosition, $0) }
            return Set(heard.map(\.owner.ownTracks)).sorted()
        }
        guard let device else {
            return try parts.store.devicesHeard(of: user).filter { sight.viewer.may(.lastPosition, $0) }.map(
                \.device.ownTracks)
        }
        let id = DeviceID(owner: user, device: device)
        try sight.viewer.require(.history, id)
        return try parts.store.months(of: id).map {
            "\($0.description.prefix(7)).rec"
        }
    }

    /// When the last message came that the viewer may know of, and on which topic, as the Recorder's file of that name.
    private func monitor(_ sight: Sight) async throws -> Response {
        let topics = parts.configuration.topics
        let arrivals = try await parts.history.arrivals()
        let arrival = arrivals.first { arrival in
            guard let names = topics.names(in: arrival.topic), let owner = try? Name(ownTracks: names.user),
                let device = try? Name(ownTracks: names.device)
            else { return sight.viewer.mayAdminister }
            return sight.viewer.may(.lastPosition, DeviceID(owner: owner, device: device))
        }
        let text = arrival.map { "\($0.received.wholeSeconds) \($0.topic)\n" } ?? "not available\n"
        return Answer.content(ByteBuffer(string: text), "text/plain; charset=utf-8")
    }

    private func last(_ query: RecorderQuery, _ sight: Sight) throws -> Response {
        let fields = try query.fields
        var bytes = Array("[".utf8)
        let devices = try Self.devices(of: query.user, query.device, sight)
        for (index, entry) in try devices.compactMap({ try Self.last(of: $0, sight) }).enumerated() {
            if index > 0 { bytes.append(UInt8(ascii: ",")) }
            bytes += fields == nil ? entry : entry.picking(fields)
        }
        return Self.json(bytes + Array("]".utf8))
    }

    /// The devices whose last positions somebody may see, all or some.
    static func devices(of user: Name?, _ device: Name?, _ sight: Sight) throws -> [DeviceRow] {
        let known = try user.map { try sight.parts.store.devices(of: $0) } ?? sight.parts.store.devices()
        return known.filter { (device == nil || $0.id.device == device) && sight.viewer.may(.lastPosition, $0.id) }
    }

    /// The last position of a device, with its card, as it is told in a list; nil where there is none.
    static func last(of row: DeviceRow, _ sight: Sight) throws -> [UInt8]? {
        guard let fix = try sight.latest(of: row.id, limit: 1, as: .lastPosition).first else { return nil }
        let entry = last(fix, of: row, sight.parts.configuration.topics)
        let card = try PersonCard(of: row.id, in: sight.parts.store)
        return card?.joined(to: entry, of: fix, isByArea: sight.viewer.isByArea(row.id)) ?? entry
    }

    /// A last position as it is told in a list.
    static func last(_ fix: StoredFix, of row: DeviceRow, _ topics: Topics) -> [UInt8] {
        var entry = RecorderEntry()
        entry.append(fix, .device(topic: topics.location(row.id), item: row.item?.text))
        // A phone in HTTP mode tells a topic too; each key is told once.
        return entry.takeBytes().picking(nil)
    }

    private func locations(_ query: RecorderQuery, _ sight: Sight) async throws -> Response {
        let device = try query.deviceID
        try sight.viewer.require(.history, device)
        let (format, limit, times) = (try query.format, try query.limit, try query.times(now: parts.clock.now))
        let title = try parts.store.device(device)?.item?.text ?? device.device.ownTracks
        let writer = format.writer(title: title, fields: try query.fields, version: parts.configuration.version)
        let headers: HTTPFields = [.contentType: format.mediaType]
        // So many are the newest, and told in that order.
        let order = limit == nil ? FixQuery.Order.oldest : .newest
        let list = FixList(of: device, in: sight, times, order, limit: limit ?? .max)
        return Response(status: .ok, headers: headers, body: try await Self.body(list, writer))
    }

    /// Fixes as they are told; read while they are sent where they are many.
    private static func body(_ list: FixList, _ writer: any RecorderWriter) async throws -> ResponseBody {
        var (probe, all) = (list, writer)
        let first = try await probe.page() ?? []
        guard try await probe.page() != nil else {
            let bytes = (first.isEmpty ? [] : all.add(first)) + all.end()
            return ResponseBody(byteBuffer: ByteBuffer(bytes: bytes))
        }
        return ResponseBody { body in
            var (list, writer) = (list, writer)
            while let page = try await list.page() { try await body.write(ByteBuffer(bytes: writer.add(page))) }
            try await body.write(ByteBuffer(bytes: writer.end()))
            try await body.finish(nil)
        }
    }

    /// The face on the card of a device, or of the user's devices the newest; a frame where there is none.
    private func photo(_ query: RecorderQuery, _ request: Request, _ sight: Sight) throws -> Response {
        guard let user = try query.user else { throw Problem(.rangeNotSatisfiable, "user is required") }
        let device = try query.device
        let cards = try PersonCard.newestFirst(of: user, for: sight) { device == nil || $0.id.device == device }
        guard let face = cards.lazy.compactMap(FacePicture.init).first else {
            return Answer.content(ByteBuffer(bytes: Self.frame), "image/png")
        }
        return face.response(to: request)
    }

    /// A black frame of 40 by 40 pixels around nothing.
    private static let frame = [UInt8](
        Data(
            base64Encoded: """
                iVBORw0KGgoAAAANSUhEUgAAACgAAAAoAQMAAAC2MCouAAAABlBMVEX///8AAABVwtN+AAAAAXRSTlMAQObYZgAAABZJREFU\
                eNpj+A8CDA0MDAyMw5wE+xQAzIcdHX++w0cAAAAASUVORK5CYII=
                """
        ) ?? Data()
    )

    private func json(_ value: some Encodable) throws -> Response {
        let encoder = JSONEncoder()
        encoder.outputFormatting = [.sortedKeys, .withoutEscapingSlashes]
        return Self.json([UInt8](try encoder.encode(value)))
    }

    static func json(_ bytes: [UInt8]) -> Response {
        Answer.content(ByteBuffer(bytes: bytes), RecorderFormat.json.mediaType)
    }
}
