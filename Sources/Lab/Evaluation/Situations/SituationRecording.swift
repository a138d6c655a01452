public import Paths
import Simulation
import Tracking

/// A way that somebody recorded: where it leads from its first point on, with a position for each second.
///
/// Situations begin somewhere on the globe, so where it was recorded is not told on.
public struct SituationRecording: Hashable, Sendable {
    /// What it is called in descriptions: letters, digits, `-` and `_`.
    public let name: String
    /// Metres to the north and east of the first point.
    let places: [SIMD2<Double>]

    /// The first 20 minutes of a file: GPX, or another of the formats of paths.
    ///
    /// Without a name it is called what the file is without its ending.
    /// - Throws: ``PathError`` for a file that cannot be read, is malformed, or goes nowhere.
    public init(file: String, name: String? = nil) throws(PathError) {
        let track = Track(try Path(file: file))
        let length = min(Situation.ride, Int(track.duration.components.seconds) + 1)
        var place = SIMD2<Double>()
        var places = [SIMD2<Double>()]
        var last = track.position(at: .zero)
        for second in 1..<max(2, length) {
            let next = track.position(at: .seconds(second))
            let step = last.localOffset(to: next)
            place += SIMD2(step.north, step.east)
            places.append(place)
            last = next
        }
        guard places.contains(where: { $0 != SIMD2() }) else {
            throw PathError(file: file, message: "there is no way in the first 20 minutes, only a place")
        }
        self.name = Self.plain(name ?? Self.stem(of: file))
        self.places = places
    }

    /// The file's name without its folder and its ending.
    public static func stem(of file: String) -> String {
        let name = file.split(separator: "/").last ?? ""
        return String(name.lastIndex(of: ".").map { name[..<$0] } ?? name)
    }

    private static func plain(_ name: String) -> String {
        let isPlain = { (character: Character) in
            character.isASCII && (character.isLetter || character.isNumber) || character == "-" || character == "_"
        }
        return name.isEmpty ? "path" : String(name.map { isPlain($0) ? $0 : "-" })
    }
}
