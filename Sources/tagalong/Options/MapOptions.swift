import ArgumentParser
import Console

/// What the maps of the pages are drawn on.
struct MapOptions: ParsableArguments {
    @Option(
        name: .customLong("tile-url"),
        help: ArgumentHelp(
            "Tiles for the maps, such as https://tile.example/{z}/{x}/{y}.png (default: a plain grid).",
            valueName: "url"
        )
    )
    var tileURL: String?

    @Option(
        name: .customLong("tile-attribution"),
        help: ArgumentHelp("Whom the maps name as the source of the tiles.", valueName: "text")
    )
    var tileAttribution: String?

    /// What the console is told of its maps.
    ///
    /// - Parameter settings: The settings of this call.
    /// - Returns: The configuration.
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func configuration(_ settings: CommandSettings) throws -> MapConfiguration {
        let expected = "a URL with {z}, {x} and {y}, such as https://tile.example/{z}/{x}/{y}.png"
        return MapConfiguration(
            tiles: try settings.value(.tileURL, flag: tileURL)?.read(expecting: expected, Self.tiles),
            attribution: try settings.value(.tileAttribution, flag: tileAttribution)?.text
        )
    }

    private static func tiles(_ text: String) -> String? {
        let isAddress = MapConfiguration.isAddress(text)
        return isAddress && ["{z}", "{x}", "{y}"].allSatisfy { text.contains($0) } ? text : nil
    }
}
