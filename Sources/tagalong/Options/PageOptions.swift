import ArgumentParser
import Foundation
import Maps
import Web

/// What the pages show beside what the console knows.
struct PageOptions: ParsableArguments {
    @Option(
        name: .customLong("map"),
        help: ArgumentHelp(
            "Map tiles from disk: an MBTiles or PMTiles archive of your region (default: a plain grid).",
            valueName: "file"
        ),
        completion: .file(extensions: ["mbtiles", "pmtiles"])
    )
    var mapFile: String?

    @Option(
        name: .customLong("map-library"),
        help: ArgumentHelp(
            "Directory with MapLibre GL JS, which draws vector tiles (default: \(MapConfiguration.standardLibrary)).",
            valueName: "dir"
        ),
        completion: .directory
    )
    var mapLibrary: String?

    @Option(
        name: .customLong("tile-url"),
        help: ArgumentHelp(
            "URL of the map tiles, such as https://tile.example/{z}/{x}/{y}.png (default: a plain grid).",
            valueName: "url"
        )
    )
    var tileURL: String?

    @Option(
        name: .customLong("tile-attribution"), help: ArgumentHelp("Attribution shown on the maps.", valueName: "text")
    )
    var tileAttribution: String?

    @Option(
        help: ArgumentHelp("Directory with scenarios for the simulation view (default: none).", valueName: "dir"),
        completion: .directory
    )
    var scenarios: String?

    /// What the console is told of its maps.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func map(_ settings: CommandSettings) throws -> MapConfiguration {
        let expected = "a URL with {z}, {x} and {y}, such as https://tile.example/{z}/{x}/{y}.png"
        let archive = try settings.value(.map, flag: mapFile)
        let tiles = try settings.value(.tileURL, flag: tileURL)
        if let archive, let tiles {
            let sentence = "the file of a map and the URL of tiles are given; one of them is expected"
            throw CommandFailure(.badInput, "\(archive.origin), \(tiles.origin): \(sentence)")
        }
        return MapConfiguration(
            tiles: try tiles?.read(expecting: expected, Self.tiles),
            attribution: try settings.value(.tileAttribution, flag: tileAttribution)?.text,
            archive: try archive.map(Self.archive),
            library: try settings.value(.mapLibrary, flag: mapLibrary)?.path ?? MapConfiguration.standardLibrary
        )
    }

    private static func archive(_ given: Given) throws(CommandFailure) -> MapArchive {
        do { return try MapArchive(path: given.path) } catch {
            throw CommandFailure(.badInput, "\(given.origin): \(error)")
        }
    }

    /// The scenarios of the simulation view: without a directory, those that are written there.
    ///
    /// - Throws: ``CommandFailure`` or ``SettingsError`` for bad input.
    func scenarioFolder(_ settings: CommandSettings) throws -> ScenarioFolder {
        guard let given = try settings.value(.scenarios, flag: scenarios) else { return ScenarioFolder(path: nil) }
        return try given.read(expecting: "a directory with scenarios") { _ in
            var isDirectory: ObjCBool = false
            guard unsafe FileManager.default.fileExists(atPath: given.path, isDirectory: &isDirectory) else {
                return nil
            }
            return isDirectory.boolValue ? ScenarioFolder(path: given.path) : nil
        }
    }

    private static func tiles(_ text: String) -> String? {
        let isAddress = MapConfiguration.isAddress(text)
        return isAddress && ["{z}", "{x}", "{y}"].allSatisfy { text.contains($0) } ? text : nil
    }
}
