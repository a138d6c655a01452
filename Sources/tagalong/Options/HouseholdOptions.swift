import ArgumentParser
import Tracking

/// Which owners share their things.
struct HouseholdOptions: ParsableArguments {
    @Option(
        name: .customLong("household"),
        help: ArgumentHelp(
            "Owners who share their items: near one of them counts as near; may be repeated.", valueName: "owner,owner"
        )
    )
    var households: [String] = []

    /// The households of this call: in a variable with semicolons between them, for their names have commas.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> Households {
        var chosen = Households()
        let given = try settings.values(.households, flags: households, named: "--household", separator: ";")
        for household in given {
            do { try chosen.add(Households.names(household.text)) } catch {
                throw CommandFailure(.badInput, "\(household.origin): '\(household.text.printable)': \(error)")
            }
        }
        return chosen
    }
}
