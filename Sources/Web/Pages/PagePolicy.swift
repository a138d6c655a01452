import HTTPTypes
import Web

/// What the pages may do in a browser: nothing that does not come from here, but for the tiles of a map if there are any.
struct PagePolicy: Sendable {
    let headers: HTTPFields

    /// The policy, with the address of the map's tiles, such as `https://tile.example/{z}/{x}/{y}.png`.
    init(tiles: String?) {
        let images = ["img-src 'self' data: blob:", tiles.flatMap(MapConfiguration.origin)].compactMap { $0 }
        let policy = [
            "default-src 'self'", images.joined(separator: " "), "object-src 'none'", "base-uri 'none'",
            "form-action 'self'", "frame-ancestors 'none'",
        ]
        let fields = [
            ("Content-Security-Policy", policy.joined(separator: "; ")),
            ("X-Content-Type-Options", "nosniff"),
            ("Referrer-Policy", "same-origin"),
            ("Cross-Origin-Opener-Policy", "same-origin"),
            ("Permissions-Policy", "camera=(self), geolocation=(), microphone=(), payment=()"),
        ]
        headers = HTTPFields(
            fields.compactMap { name, value in HTTPField.Name(name).map { HTTPField(name: $0, value: value) } }
        )
    }
}
