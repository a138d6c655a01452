import ArgumentParser
import Messages
import Tracking

/// Who is guarded beside the other services.
struct GuardsOptions: ParsableArguments {
    @Option(
        name: .customLong("guard"),
        help: ArgumentHelp(
            "Also find unknown tags that follow this owner, as 'tagalong guard' does; may be repeated (default: nobody).",
            valueName: "owner"
        )
    )
    var guards: [String] = []

    /// The owners of this call, each once.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> [Name] {
        var chosen: [Name] = []
        for given in try settings.values(.guards, flags: guards, named: "--guard") {
            let owner = try given.read(expecting: "the name of an owner") { text in
                (try? Name(text)).flatMap { Topics.isReserved($0) ? nil : $0 }
            }
            if !chosen.contains(owner) { chosen.append(owner) }
        }
        return chosen
    }
}
