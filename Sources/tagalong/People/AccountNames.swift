import Access
import ArgumentParser
import Tracking

/// Completes names of accounts in a shell.
enum AccountNames {
    static let completion = CompletionKind.custom { words, _, _ in (try? names(words)) ?? [] }

    /// The names of the accounts that a command line is about; none of those on a server, for which a shell does not wait.
    static func names(_ words: [String]) throws -> [String] {
        let settings = try GlobalOptions.parse(given(["--config", "--data-dir"], in: words)).settings()
        let choice = try AccountsOptions.parse(given(["--accounts"], in: words)).choice(settings)
        guard try !choice.isOnServer && choice.isThere() else { return [] }
        return try choice.open().accounts().map(\.name.text)
    }

    /// Those of some options that stand in a command line, with their values.
    private static func given(_ options: Set<String>, in words: [String]) -> [String] {
        zip(words, words.dropFirst()).filter { options.contains($0.0) }.flatMap { [$0.0, $0.1] }
    }
}
