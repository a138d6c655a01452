import ArgumentParser
import Messages
import Store

/// What a shell offers where a reminder is expected.
enum ReminderNames {
    /// The names of all reminders of the database that the words name, or of the usual one; none where it cannot be read.
    @Sendable static func complete(_ words: [String], _ index: Int, _ prefix: String) -> [String] {
        var options: [String] = []
        for (word, value) in zip(words, words.dropFirst()) where ["--store", "--data-dir", "--config"].contains(word) {
            options += [word, value]
        }
        guard let options = try? RemindStoreOptions.parse(options), let choice = try? options.choice(),
            let book = try? ReminderBook(choice)
        else { return [] }
        return book.names.filter { $0.hasPrefix(prefix) }
    }
}
