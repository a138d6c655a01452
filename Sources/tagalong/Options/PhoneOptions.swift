import ArgumentParser
import Tracking

/// Which device of an owner is the phone.
struct PhoneOptions: ParsableArguments {
    @Option(
        name: .customLong("phone"),
        help: ArgumentHelp(
            "The device that reports where an owner is; may be repeated (default: the one named 'phone').",
            valueName: "owner=device"
        )
    )
    var phones: [String] = []

    /// The phones of this call.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> PhoneChoice {
        var chosen: [Name: Name] = [:]
        for given in try settings.values(.phones, flags: phones, named: "--phone") {
            let pair = try given.read(expecting: "OWNER=DEVICE", Self.pair)
            guard chosen[pair.owner] == nil || chosen[pair.owner] == pair.device else {
                throw CommandFailure(
                    .badInput,
                    "\(given.origin): two phones are given for \(pair.owner), one is expected"
                )
            }
            chosen[pair.owner] = pair.device
        }
        return PhoneChoice(configured: chosen)
    }

    private static func pair(_ text: String) -> DeviceID? {
        let parts = text.split(separator: "=", omittingEmptySubsequences: false)
        guard parts.count == 2, let owner = try? Name(written: parts[0]), let device = try? Name(written: parts[1])
        else {
            return nil
        }
        return DeviceID(owner: owner, device: device)
    }
}
