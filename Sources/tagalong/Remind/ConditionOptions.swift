import ArgumentParser
import Reminders

/// The conditions of a reminder on the command line: one of each kind.
struct ConditionOptions: ParsableArguments {
    /// How they are written, for the help of commands.
    static let words = """
        All conditions must hold, and there is one of each kind at most. A PLACE is the name of a trusted place or of a \
        region of the phone, or LAT,LON with a radius in metres: 52.52,13.405,200. Bounds are above:NUMBER or \
        below:NUMBER. --within with a time goes with the weather ("in the next 8h"), with a place it is where the owner is.
        """

    @Option(
        help: ArgumentHelp(
            "Time: between HH:MM, or sunrise or sunset with an offset, such as 07:00-09:30 or sunset-30m..23:00.",
            valueName: "from-to"
        )
    )
    var between: String?

    @Option(
        help: ArgumentHelp(
            "Time: the days on which that begins, such as mon-fri or sat,sun (default: all).", valueName: "days"))
    var days: String?

    @Option(help: ArgumentHelp("Time: its zone, such as Europe/Ljubljana (default: the service's).", valueName: "zone"))
    var zone: String?

    @Option(
        help: ArgumentHelp(
            "Weather: clear, clouds, rain, drizzle, thunderstorm, snow or fog.", valueName: "sky"
        ),
        completion: .list(Sky.allCases.map(\.rawValue))
    )
    var weather: String?

    @Option(
        help: ArgumentHelp("Weather: above or below so many °C, such as below:3. May be repeated.", valueName: "bound"))
    var temperature: [String] = []

    @Option(help: ArgumentHelp("Weather: above or below so many mm of precipitation an hour.", valueName: "bound"))
    var precipitation: [String] = []

    @Option(help: ArgumentHelp("Weather: above or below so many per cent that anything falls.", valueName: "bound"))
    var chance: [String] = []

    @Option(help: ArgumentHelp("Weather: above or below so many m/s of wind.", valueName: "bound"))
    var wind: [String] = []

    @Option(
        name: .customLong("snow-depth"),
        help: ArgumentHelp("Weather: above or below so many metres of snow.", valueName: "bound"))
    var snowDepth: [String] = []

    @Option(help: ArgumentHelp("Weather: where (default: where the owner is).", valueName: "place"))
    var at: String?

    @Option(
        help: ArgumentHelp(
            "Weather: within so long from now, up to 48h (default: now). Place: the owner is there. May be repeated.",
            valueName: "time|place"
        )
    )
    var within: [String] = []

    @Option(help: ArgumentHelp("Calendar: free for at least so long from now, 10m to 7d.", valueName: "time"))
    var free: String?

    @Flag(name: .customLong("in-event"), help: "Calendar: an event is on.")
    var inEvent = false

    @Option(
        name: .customLong("event-within"),
        help: ArgumentHelp("Calendar: an event begins within so long, 1m to 7d.", valueName: "time"))
    var eventWithin: String?

    @Option(
        name: .customLong("event-ends-within"),
        help: ArgumentHelp("Calendar: an event ends within so long, 1m to 7d.", valueName: "time")
    )
    var eventEndsWithin: String?

    @Option(help: ArgumentHelp("Calendar: only an event whose title has this word.", valueName: "word"))
    var title: String?

    @Option(help: ArgumentHelp("Place: the owner has just come there.", valueName: "place"))
    var enters: String?

    @Option(help: ArgumentHelp("Place: the owner has just gone.", valueName: "place"))
    var leaves: String?

    @Option(
        help: ArgumentHelp(
            "Place: the owner is within so many metres, 20 to 1000 (default: 150), of the nearest of a kind, such as "
                + "bakery:150.",
            valueName: "kind[:metres]"
        ),
        completion: .list(SpotKind.allCases.map(\.rawValue))
    )
    var near: String?

    @Option(
        help: ArgumentHelp(
            "Thing: OWNER/TRACKER, or the name of a tracker or an item if it is unique.", valueName: "thing"))
    var thing: String?

    @Option(
        name: .customLong("is"),
        help: ArgumentHelp(
            "Thing: with-me, away, left-behind, at:PLACE, or battery:PERCENT (below).", valueName: "state"
        ),
        completion: .list(["with-me", "away", "left-behind", "at:", "battery:"])
    )
    var state: String?
}
