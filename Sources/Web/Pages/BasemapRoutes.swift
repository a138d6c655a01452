import Foundation
import HTTPTypes
import Hummingbird
import Maps
import NIOCore
import Web

/// The tiles of an archive on this machine, and what it says of itself.
///
/// For whoever may log in, or has a share link: the map is no secret, but tells the region where somebody lives.
struct BasemapRoutes {
    private let map: MapConfiguration
    /// Whether a request has the secret of a link that works.
    private let hasLink: @Sendable (Request) throws -> Bool

    init(_ map: MapConfiguration, hasLink: @escaping @Sendable (Request) throws -> Bool) {
        (self.map, self.hasLink) = (map, hasLink)
    }

    /// Where the tiles of an archive are; another address for another file, and an empty tile where it has none, which
    /// the pages need no error for.
    static func address(of archive: MapArchive, isShared: Bool = false) -> String {
        "\(isShared ? "/shared" : "")/basemap/{z}/{x}/{y}?v=\(archive.version)&blank=1"
    }

    var routes: [Route] {
        guard let archive = map.archive else { return [] }
        return [
            Route(.get, "/basemap.json", .somebody) { request, _ in
                try Answer.tagged(MapDescription(archive, attribution: map.attribution), for: request)
            },
            Route(.get, "/basemap/{z}/{x}/{y}", .somebody) { request, context in
                try Self.tile(of: archive, request, context)
            },
            Route(.get, "/shared/basemap.json", .link) { request, _ in
                try expectLink(request)
                let description = MapDescription(archive, attribution: map.attribution, isShared: true)
                return try Answer.tagged(description, for: request)
            },
            Route(.get, "/shared/basemap/{z}/{x}/{y}", .link) { request, context in
                try expectLink(request)
                return try Self.tile(of: archive, request, context)
            },
        ]
    }

    private func expectLink(_ request: Request) throws {
        guard try hasLink(request) else { throw Problem(.notFound, "this link does not work") }
    }

    private static func tile(
        of archive: MapArchive, _ request: Request, _ context: ConsoleContext
    ) throws -> Response {
        var query = QueryReader(request)
        _ = query.value("v", "the version of the archive") { $0 }
        let fillsGaps = query.integer("blank", in: 0...1) == 1
        try query.finish()
        func number(_ name: String) -> Int? { context.parameters.get(name).flatMap { Int($0) } }
        guard let zoom = number("z"), let column = number("x"), let row = number("y"),
            let address = TileAddress(zoom: zoom, column: column, row: row)
        else { throw Problem(.notFound, "zoom level, column and row of a tile are expected, as in /basemap/3/4/2") }
        let format = archive.information.format
        do {
            if let tile = try archive.tile(address) { return try answer(tile, of: format, to: request) }
        } catch { throw Problem(.internalServerError, "the archive of the map is damaged at tile \(address)") }
        guard fillsGaps else { throw Problem(.notFound, "the map has no tile \(address)") }
        let isVector = format == .vector
        return answer(isVector ? [] : blank, isVector ? format.mediaType : "image/png", to: request)
    }

    private static func answer(_ tile: MapTile, of format: TileFormat, to request: Request) throws -> Response {
        guard tile.isPacked else { return answer(tile.bytes, format.mediaType, to: request) }
        if AcceptedCodings(request.headers).hasGzip {
            return answer(tile.bytes, format.mediaType, packing: "gzip", to: request)
        }
        guard let bytes = tile.unpacked else { throw Problem(.internalServerError, "a tile of the map is damaged") }
        return answer(bytes, format.mediaType, packing: "identity", to: request)
    }

    /// The bytes with their tag; kept for an hour, as nobody changes a map while it is served.
    private static func answer(
        _ bytes: [UInt8], _ type: String, packing: String? = nil, to request: Request
    ) -> Response {
        let tag = EntityTag(of: bytes)
        var headers: HTTPFields = [.eTag: tag.text, .cacheControl: "private, max-age=3600"]
        if packing != nil { headers[.vary] = "Accept-Encoding" }
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: headers) }
        if packing == "gzip" { headers[.contentEncoding] = "gzip" }
        return Answer.content(ByteBuffer(bytes: bytes), type, headers: headers)
    }

    /// A picture of one point that is not seen.
    private static let blank = [UInt8](Data(base64Encoded: blankText) ?? Data())
    private static let blankText =
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAAC0lEQVR42mNgAAIAAAUAAen63NgAAAAASUVORK5CYII="
}

/// What `/basemap.json` says: TileJSON 3.0.0, with the kind of the tiles.
private struct MapDescription: Encodable {
    let tilejson = "3.0.0"
    let tiles: [String]
    let name: String?
    let attribution: String?
    let format: String
    let minzoom: Int
    let maxzoom: Int
    /// West, south, east and north.
    let bounds: [Double]?

    init(_ archive: MapArchive, attribution: String?, isShared: Bool = false) {
        let information = archive.information
        tiles = [BasemapRoutes.address(of: archive, isShared: isShared)]
        name = information.name
        self.attribution = attribution ?? information.attribution
        format = information.format.rawValue
        (minzoom, maxzoom) = (information.zooms.lowerBound, information.zooms.upperBound)
        bounds = information.bounds.map { [$0.west, $0.south, $0.east, $0.north] }
    }
}
