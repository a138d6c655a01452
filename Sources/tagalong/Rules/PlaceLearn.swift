import ArgumentParser
import Foundation
import Messages
import Store
import Tracking

/// `tagalong place learn`.
struct PlaceLearn: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "learn",
        abstract: "Learn trusted places from where an item spends its nights.",
        discussion: """
            Uses the stored positions between midnight and five in the morning, by this machine's clock. A \
            place where the item has spent three nights or more becomes a trusted place.

            Examples:
              tagalong place learn bicycle
              tagalong place learn bicycle --days 90 --dry-run
            """
    )

    @OptionGroup var options: ItemOptions
    @OptionGroup var store: StoreOptions
    @OptionGroup var output: OutputOptions

    @Option(help: ArgumentHelp("Number of days to look back, 3 to 3650.", valueName: "days"))
    var days = 30

    @Flag(name: .customLong("dry-run"), help: "Show the result without changing anything.")
    var isTrial = false

    func validate() throws {
        guard (3...3650).contains(days) else { throw ValidationError("--days is 3 to 3650.") }
    }

    func run() async throws {
        let settings = try options.global.settings()
        let choice = try StoreChoice(store, settings)
        let history = try choice.openForReading(with: nil, settings)
        if let device = try? ItemSearch(devices: history.devices(), in: choice.path).find(options.item) {
            let now = SystemUTCClock().now
            let start = now.advanced(by: .seconds(-86_400 * days))
            try await history.fetching { try history.expectHere(device, from: start, to: now) }
        }
        let (title, learnt) = try await options.client().withRules(of: options.item) { kept in
            let known = kept.rules.value.places
            let found = try nights(of: kept.record.id, in: history).places(beside: known)
            var learnt: [TrustedPlace] = []
            for area in found.map(\.area) {
                let place = TrustedPlace(name: try Self.name(beside: known + learnt), area: area)
                learnt.append(place)
                if !isTrial { try kept.rules.value.add(place) }
            }
            return (kept.title, learnt)
        }
        try Listing.print(
            learnt.map(PlaceLine.init),
            asJSON: output.json,
            whenEmpty: "No new place: \(title) has spent three nights in no other place."
        )
    }

    private func nights(of device: DeviceID, in history: Store) throws -> NightPlaces {
        let now = SystemUTCClock().now
        let zone = TimeZone.current
        var places = NightPlaces()
        let start = now.advanced(by: .seconds(-86_400 * days))
        for fix in try history.fixes(of: device, from: start, to: now).map(\.fix) {
            places.record(fix, ahead: zone.secondsFromGMT(for: Date(timeIntervalSince1970: fix.time.seconds)))
        }
        return places
    }

    /// A name that no place has yet.
    private static func name(beside places: [TrustedPlace]) throws -> ItemName {
        let taken = Set(places.map(\.name.text))
        let number = (1...).first { !taken.contains("Night place \($0)") } ?? 1
        return try ItemName("Night place \(number)")
    }
}
