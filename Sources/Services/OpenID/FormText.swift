/// Names and values as a form sends them (`application/x-www-form-urlencoded`).
enum FormText {
    private static let plain = Set("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-._~".utf8)

    static func encoded(_ members: [(name: String, value: String)]) -> String {
        members.map { "\(encoded($0.name))=\(encoded($0.value))" }.joined(separator: "&")
    }

    static func encoded(_ text: String) -> String {
        text.utf8.map { byte in
            if plain.contains(byte) { return String(UnicodeScalar(byte)) }
            let digits = String(byte, radix: 16, uppercase: true)
            return "%\(digits.count < 2 ? "0" : "")\(digits)"
        }.joined()
    }
}
