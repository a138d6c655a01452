import ArgumentParser
import JSON

/// For whom the output is.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON (docs/json.md).")
    var json = false
}

extension OutputOptions {
    /// Prints what is told of one thing: as an object on one line for programs, and in words for people.
    func write(
        _ document: @autoclosure () throws -> JSONValue, or text: @autoclosure () throws -> String
    ) throws {
        try Output.standard.write(json ? document().line + "\n" : text())
    }
}
