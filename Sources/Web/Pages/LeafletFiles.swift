import Foundation
import HTTPTypes
import Hummingbird
import Web

/// Leaflet as Debian installs it, for maps with tiles.
struct LeafletFiles {
    let policy: HTTPFields

    private static let folder = "/usr/share/javascript/leaflet"
    private static let files = [
        "leaflet.css", "leaflet.min.js", "images/layers.png", "images/layers-2x.png", "images/marker-icon.png",
        "images/marker-icon-2x.png", "images/marker-shadow.png",
    ]

    static var isInstalled: Bool { FileManager.default.isReadableFile(atPath: "\(folder)/leaflet.min.js") }

    var routes: [Route] {
        Self.files.map { file in
            Route(.get, RouterPath("/leaflet/\(file)"), .open) { [policy] request, _ in
                guard let content = FileManager.default.contents(atPath: "\(Self.folder)/\(file)") else {
                    throw Problem(.notFound, "Leaflet is not installed on this machine: install libjs-leaflet")
                }
                return PageAnswer(EmbeddedPage(file, content: ByteBuffer(bytes: content)), policy: policy)
                    .response(to: request)
            }
        }
    }
}
