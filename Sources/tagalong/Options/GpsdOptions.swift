import ArgumentParser
import Feeds
import Messages
import Tracking

/// Which gpsd's receivers are listened to.
struct GpsdOptions: ParsableArguments {
    @Option(
        name: .customLong("gpsd"),
        help: ArgumentHelp(
            "A device whose position a gpsd knows: OWNER/DEVICE for the gpsd of this machine, else "
                + "[gpsd://]HOST[:PORT][/RECEIVER]=OWNER/DEVICE; may be repeated (default: none).",
            valueName: "[host=]owner/device"
        )
    )
    var gpsd: [String] = []

    @Option(
        name: .customLong("gpsd-every"),
        help: ArgumentHelp(
            "Seconds between two positions of a gpsd that are stored (default: 10; 0 for all). Standing still, one a "
                + "minute is.",
            valueName: "s"
        )
    )
    var interval: String?

    /// What is listened to.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func choice(_ settings: CommandSettings) throws -> GpsdChoice {
        var sources: [GpsdSource] = []
        for given in try settings.values(.gpsd, flags: gpsd, named: "--gpsd") {
            let source = try given.read(expecting: GpsdSource.expectation, GpsdSource.init(written:))
            guard !Topics.isReserved(source.device.owner) else {
                throw CommandFailure(.badInput, "\(given.origin): '\(source.device.owner)' is kept for something else")
            }
            guard !sources.contains(where: { $0.device == source.device }) else {
                throw CommandFailure(
                    .badInput, "\(given.origin): two gpsd are given for \(source.device), one is expected"
                )
            }
            sources.append(source)
        }
        let interval = try settings.value(.gpsdEvery, flag: interval)?
            .read(expecting: "0 to 3600 seconds") { text in
                Int(text).flatMap { (0...3600).contains($0) ? Duration.seconds($0) : nil }
            }
        return GpsdChoice(sources: sources, interval: interval ?? GpsdChoice.standardInterval)
    }
}

/// The receivers that are listened to, and how many of their positions are stored.
struct GpsdChoice: Hashable, Sendable {
    var sources: [GpsdSource]
    var interval: Duration

    static let standardInterval = Duration.seconds(10)
}
