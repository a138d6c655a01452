import HTTPTypes
import Hummingbird
import NIOCore
import Store
import Tracking
import Web

/// Pictures as they are served and taken in, whatever they are of.
enum PictureAnswer {
    /// A picture, which may be kept for good where it was asked for by the version that its URL tells.
    static func response(_ picture: PhotoRow, version: Int?, to request: Request) -> Response {
        let tag = EntityTag("\(picture.updated.milliseconds)")
        let isFixed = version == Int(picture.updated.milliseconds)
        let fields: HTTPFields = [
            .eTag: tag.text,
            // The URL that is told changes with the picture.
            .cacheControl: isFixed ? "private, max-age=31536000, immutable" : "no-cache",
            // What a browser keeps of one session it shows in no other.
            .vary: "Cookie",
            .contentType: picture.kind.rawValue,
            .xContentTypeOptions: "nosniff",
        ]
        if tag.isKnown(to: request) { return Response(status: .notModified, headers: fields) }
        return Response(status: .ok, headers: fields, body: ResponseBody(byteBuffer: ByteBuffer(bytes: picture.data)))
    }

    /// The picture in a body, without what else is told in it.
    ///
    /// - Throws: ``Problem`` for what is none, and for one that is too long.
    static func read(_ request: Request, at clock: any UTCClock) async throws -> PhotoRow {
        let bytes = try await request.bytes(upTo: PhotoFile.limit)
        do { return try PhotoFile(bytes).row(at: clock.now) } catch { throw problem(error) }
    }

    /// Where a picture is, with its version.
    static func path(_ path: String, _ updated: Timestamp) -> String { "\(path)?v=\(updated.milliseconds)" }

    private static func problem(_ error: PhotoFile.Invalid) -> Problem {
        let accepted = PhotoRow.Kind.allCases.map(\.rawValue).joined(separator: ", ")
        switch error {
        case .unknown: return Problem(.unsupportedMediaType, "\(error)", headers: [.accept: accepted])
        case .damaged: return Problem(.unprocessableContent, "\(error)")
        }
    }
}
