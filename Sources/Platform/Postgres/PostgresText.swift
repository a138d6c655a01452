/// Statements in PostgreSQL's words.
enum PostgresText {
    /// A statement whose parameters are `?`, or `?1`, with `$1`; a question mark in quotes is none.
    static func numbered(_ sql: String) -> String {
        var text: [UInt8] = []
        text.reserveCapacity(sql.utf8.count + 16)
        var next = 1
        var quote: UInt8?
        var isParameter = false
        for byte in sql.utf8 {
            if isParameter {
                isParameter = false
                if !(UInt8(ascii: "0")...UInt8(ascii: "9")).contains(byte) {
                    text += Array("\(next)".utf8)
                    next += 1
                }
            }
            if let open = quote {
                if byte == open { quote = nil }
            } else if byte == UInt8(ascii: "'") || byte == UInt8(ascii: "\"") {
                quote = byte
            } else if byte == UInt8(ascii: "?") {
                text.append(UInt8(ascii: "$"))
                isParameter = true
                continue
            }
            text.append(byte)
        }
        if isParameter { text += Array("\(next)".utf8) }
        return String(decoding: text, as: UTF8.self)
    }
}
