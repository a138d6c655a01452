/// What is read of the XML that an object storage answers with.
///
/// The answers of S3 have neither attributes that matter nor elements of a name within each other, so that what stands
/// between two tags is all there is to find.
enum StorageAnswer {
    /// What stands in the first element of a name; nil where there is none.
    static func first(_ name: String, in text: some StringProtocol) -> String? { all(name, in: text).first }

    /// What stands in each element of a name, with its entities replaced where it has no elements in it.
    static func all(_ name: String, in text: some StringProtocol) -> [String] {
        var (found, rest) = ([String](), Substring(text))
        let (open, close) = ("<\(name)>", "</\(name)>")
        while let start = rest.firstRange(of: open) {
            rest = rest[start.upperBound...]
            guard let end = rest.firstRange(of: close) else { break }
            let inside = rest[..<end.lowerBound]
            found.append(inside.contains("<") ? String(inside) : plain(inside))
            rest = rest[end.upperBound...]
        }
        return found
    }

    private static func plain(_ text: Substring) -> String {
        guard text.contains("&") else { return String(text) }
        return [("&lt;", "<"), ("&gt;", ">"), ("&quot;", "\""), ("&apos;", "'"), ("&#39;", "'"), ("&amp;", "&")]
            .reduce(String(text)) { $0.replacing($1.0, with: $1.1) }
    }

    /// A text without what a terminal or a log would take for more than a text, and of bearable length.
    static func sentence(_ text: String) -> String {
        String(text.unicodeScalars.lazy.filter { $0.value >= 0x20 && $0.value != 0x7F }.prefix(300).map(Character.init))
    }
}
