import ArgumentParser
import Settings

extension Duration {
    /// Checks the text of an option that is a time longer than none.
    ///
    /// - Throws: `ValidationError` with the option's name and examples of what is expected.
    static func check(_ option: String, _ text: String, suchAs examples: String) throws {
        guard let time = Duration(compact: text), time > .zero else {
            throw ValidationError("\(option) is a duration such as \(examples).")
        }
    }
}
