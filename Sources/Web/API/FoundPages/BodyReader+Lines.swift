import Access
import JSON
import Tracking
import Web

extension BodyReader {
    /// A text that people read, in lines: without anything that cannot be seen but their ends.
    mutating func lines(_ key: String, _ bounds: TextBounds) -> String? {
        let range = bounds.characters
        return value(key, "a text of \(range.lowerBound) to \(range.upperBound) characters, none of them invisible,") {
            guard let text = $0.text, bounds.allowsLines(text) else { return nil }
            return text
        }
    }
}
