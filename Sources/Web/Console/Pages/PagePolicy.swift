import HTTPTypes

/// What the pages may do in a browser: nothing that does not come from here, but for the tiles of a map if there are any.
struct PagePolicy: Sendable {
    let headers: HTTPFields

    /// The policy.
    ///
    /// - Parameter tiles: The address of the map's tiles, such as `https://tile.example/{z}/{x}/{y}.png`.
    init(tiles: String?) {
        let images = ["img-src 'self' data: blob:", tiles.flatMap(Self.origin)].compactMap { $0 }
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

    /// The scheme and host of an address of tiles, with any subdomain where it says `{s}`; nil where it has none.
    static func origin(of tiles: String) -> String? {
        guard let scheme = tiles.firstRange(of: "://") else { return nil }
        let host = tiles[scheme.upperBound...].prefix { $0 != "/" }
        guard !host.isEmpty, !host.contains(where: { " ;,'\"".contains($0) }) else { return nil }
        return String(tiles[..<scheme.upperBound]) + host.replacing("{s}", with: "*")
    }
}
