import Testing

/// A parser of what strangers send.
struct Subject: Sendable, CustomTestStringConvertible {
    let name: String
    /// Inputs that are right, from which the others are made.
    let seeds: [[UInt8]]
    /// Words of its format.
    let words: [[UInt8]]
    /// How often an input is read.
    let times: Int
    /// Reads an input.
    ///
    /// Its answer is "" for one that is accepted, and else the sentence that says why it is not.
    let read: @Sendable ([UInt8]) throws -> String

    init(
        _ name: String,
        seeds: [String],
        words: [String],
        times: Int = 1,
        read: @escaping @Sendable ([UInt8]) throws -> String
    ) {
        self.init(
            name,
            bytes: seeds.map { Array($0.utf8) },
            words: words.map { Array($0.utf8) },
            times: times,
            read: read
        )
    }

    init(
        _ name: String,
        bytes: [[UInt8]],
        words: [[UInt8]],
        times: Int = 1,
        read: @escaping @Sendable ([UInt8]) throws -> String
    ) {
        (self.name, seeds, self.words, self.times, self.read) = (name, bytes, words, times, read)
    }

    var testDescription: String { name }

    static let all: [Subject] = [body, form, photo, passkey, topic, message] + imports

    /// Words of JSON.
    static let json = [
        "{", "}", "[", "]", ",", ":", "\"", "\\", "\\u", "\\ud800", "\\u0000", "-", ".", "e", "E+", "0", "1e999",
        "null", "true", "NaN", "{\"a\":", "[[[[[[[[", "\"\":", "99999999999999999999", "\u{FEFF}", "e\u{301}",
        "\u{202E}", "👩‍👩‍👧‍👦", "\"a\":1,", "0.0000000000000000000001",
    ]
}
