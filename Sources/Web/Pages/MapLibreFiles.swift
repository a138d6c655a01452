import Foundation
import HTTPTypes
import Hummingbird
import NIOCore
import Web

/// MapLibre GL JS as `scripts/map-library` lays it down, for maps of vector tiles.
///
/// Its worker is a file of its own there, so that the pages' policy need not let scripts be made in the browser.
struct MapLibreFiles {
    let folder: String
    let policy: HTTPFields

    private static let files = ["maplibre-gl.js", "maplibre-gl-worker.js", "maplibre-gl.css"]

    static func isInstalled(in folder: String) -> Bool {
        files.allSatisfy { FileManager.default.isReadableFile(atPath: "\(folder)/\($0)") }
    }

    var routes: [Route] {
        Self.files.map { file in
            Route(.get, RouterPath("/maplibre/\(file)"), .open) { [folder, policy] request, _ in
                guard let content = FileManager.default.contents(atPath: "\(folder)/\(file)") else {
                    throw Problem(.notFound, "MapLibre GL JS is not installed on this machine")
                }
                return PageAnswer(EmbeddedPage(file, content: ByteBuffer(bytes: content)), policy: policy)
                    .response(to: request)
            }
        }
    }
}
