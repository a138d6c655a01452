import ArgumentParser

/// For whom the output is.
struct OutputOptions: ParsableArguments {
    @Flag(help: "Print JSON (docs/json.md).")
    var json = false
}
