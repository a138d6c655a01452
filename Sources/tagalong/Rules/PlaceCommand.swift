import ArgumentParser
import Messages
import Tracking

/// `tagalong place`.
struct PlaceCommand: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "place",
        abstract: "Manage trusted places, where an item may be left.",
        discussion: """
            While an item is in a trusted place, it counts as near, however far its owner is.

            Examples:
              tagalong place add bicycle Home --at 60.3931,5.3242 --radius 60
              tagalong place add bicycle Office --corner 60.1,5.1 --corner 60.11,5.1 --corner 60.1,5.11
              tagalong place learn bicycle
              tagalong place list bicycle
              tagalong place remove bicycle Office

            Exit status: 0 done, 1 there is no such item or place, 2 bad input, 3 the broker could not be reached.
            """,
        subcommands: [PlaceList.self, PlaceAdd.self, PlaceRemove.self, PlaceLearn.self]
    )
}

/// `tagalong place list`.
struct PlaceList: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "list", abstract: "List the trusted places of an item."
    )

    @OptionGroup var options: ItemOptions
    @OptionGroup var output: OutputOptions

    func run() async throws {
        let (title, places) = try await options.client().withRules(of: options.item) { kept in
            (kept.title, kept.rules.value.places)
        }
        try Listing.print(
            places.map(PlaceLine.init),
            asJSON: output.json,
            whenEmpty: "\(title) has no trusted places: add one with 'tagalong place add' or 'learn'."
        )
    }
}

/// `tagalong place add`.
struct PlaceAdd: AsyncParsableCommand {
    static let configuration = CommandConfiguration(
        commandName: "add", abstract: "Add a trusted place; one of the same name is replaced."
    )

    @OptionGroup var options: ItemOptions

    @Argument(help: "The name of the place.")
    var name: String

    @Option(help: ArgumentHelp("Its centre, such as 60.3931,5.3242.", valueName: "lat,lon"))
    var at: WrittenPosition?

    @Flag(help: "Use the item's current position as the centre.")
    var here = false

    @Option(help: ArgumentHelp("Its radius in metres, 1 to 10000 (default: 50).", valueName: "metres"))
    var radius: Double?

    @Option(help: ArgumentHelp("A corner of a polygon, in order; given three times or more.", valueName: "lat,lon"))
    var corner: [WrittenPosition] = []

    func validate() throws {
        let shapes = [at != nil, here, !corner.isEmpty].count { $0 }
        guard shapes == 1 else { throw ValidationError("Give one of --at, --here, or three or more --corner.") }
        if radius != nil, !corner.isEmpty { throw ValidationError("--radius goes with --at or --here.") }
    }

    func run() async throws {
        let name: ItemName
        do { name = try ItemName(self.name) } catch { throw CommandFailure(.badInput, "the place: \(error)") }
        let line = try await options.client().withRules(of: options.item) { kept in
            let place = TrustedPlace(name: name, area: try area(kept.state, kept.title))
            try kept.rules.value.add(place)
            return "\(kept.title) may stay in \(name), \(place.area.sentence)"
        }
        try Output.standard.write(line + "\n")
    }

    private func area(_ state: StateMessage?, _ title: String) throws -> Area {
        do {
            if !corner.isEmpty { return try .polygon(through: corner.map(\.coordinate)) }
            guard let centre = at?.coordinate ?? state?.position?.coordinate else {
                throw CommandFailure(.failure, "\(title) has not reported a position yet: give --at")
            }
            return try .circle(around: centre, radius: radius ?? 50)
        } catch let error as Area.Invalid {
            throw CommandFailure(.badInput, "\(error)")
        }
    }
}

/// `tagalong place remove`.
struct PlaceRemove: AsyncParsableCommand {
    static let configuration = CommandConfiguration(commandName: "remove", abstract: "Remove a trusted place.")

    @OptionGroup var options: ItemOptions

    @Argument(help: "The name of the place.")
    var name: String

    func run() async throws {
        let title = try await options.client().withRules(of: options.item) { kept in
            let names = kept.rules.value.places.map(\.name.text)
            guard names.contains(name) else {
                let known = names.isEmpty ? "it has none" : "there is \(names.joined(separator: ", "))"
                throw CommandFailure(
                    .failure,
                    "\(kept.title) has no place '\(name.printable)': \(known.printable)"
                )
            }
            kept.rules.value.places.removeAll { $0.name.text == name }
            return kept.title
        }
        try Output.standard.write("\(name.printable) is no longer a trusted place of \(title)\n")
    }
}
