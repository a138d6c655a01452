import ArgumentParser
import JSON
import Messages
import Tracking

/// `tagalong locate`.
struct Locate: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "locate",
        abstract: "Ask a tracker where it is now.",
        discussion: """
            The tracker measures its position, which takes up to half a minute under an open sky, and reports \
            it.

            Examples:
              tagalong locate keys
              tagalong locate sam/keys --timeout 3m --json | jq .lat

            Exit status: 0 located, 1 no answer or refused, 2 bad input, 3 the broker could not be reached.
            """
    )

    @OptionGroup var options: TrackerOptions
    @OptionGroup var output: OutputOptions

    func validate() throws {
        if output.json, options.isHasty { throw ValidationError("--json needs the position, --no-wait has none.") }
    }

    func run() async throws {
        guard let done = try await options.client().order(.locate, of: options.tracker) else { return }
        guard let position = done.position else {
            throw CommandFailure(.failure, "\(done.record.title) confirmed, but its position has not arrived")
        }
        let fix = position.fix
        if output.json { return try Output.standard.write(JSONValue.position(fix).line + "\n") }
        let accuracy = fix.accuracy.map { " (± \(Phrases.length($0)))" } ?? ""
        let place = Phrases.position(fix.coordinate)
        let last = position.source == .lastKnown ? ", where it was last: it finds no position now" : ""
        try Output.standard.write("\(done.record.title) is at \(place)\(accuracy), \(Phrases.time(fix.time))\(last)\n")
    }
}
