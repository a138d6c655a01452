internal import ContentLines
internal import Tracking

/// Texts as calendars write them.
enum CalendarText {
    /// What bytes say: UTF-8, and Latin-1 where they are none, as old programs wrote.
    static func decoded(_ bytes: ArraySlice<UInt8>) -> String {
        String(validating: bytes, as: UTF8.self) ?? ContentText.latin(bytes)
    }

    /// A TEXT (RFC 5545, section 3.3.11) in one line: without its escapes, and what cannot be seen is gone.
    static func oneLine(_ text: String) -> String { ContentText.oneLine(ContentText.unescaped(text)) }

    /// A value as it stands in a sentence.
    static func quoted(_ text: String) -> String {
        "'\(TextBounds(0...40).repaired(text.filter { !$0.isNewline }))'"
    }
}
