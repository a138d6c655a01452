public import Tracking

/// Reads SUMO's FCD output (`<fcd-export>`), piece by piece: no more of it is held than the steps that a piece completes.
///
/// The format is that of SUMO's documentation, "Simulation/Output/FCDOutput". With `--fcd-output.geo` x and y are
/// longitude and latitude in degrees; without, metres on a plane, which need an origin on the globe.
public struct FCDReader: ~Copyable {
    private let file: String
    private var parser: FCDParser
    private var hasEnded = false

    /// A reader at the beginning of a file.
    ///
    /// - Parameters:
    ///   - file: What it is called in errors.
    ///   - origin: Where x and y are 0, for metres; nil for degrees.
    /// - Throws: ``PathError`` when there is no memory for it.
    public init(file: String, origin: Coordinate?) throws(PathError) {
        self.file = file
        guard let parser = FCDParser(FCDDocument(origin: origin)) else {
            throw PathError(file: file, message: ExpatParser.Failure.noMemory.message)
        }
        self.parser = parser
    }

    /// Reads the next piece, of less than 2 GB, the last one perhaps empty; answers the steps that it completes.
    ///
    /// - Throws: ``PathError`` with the line, for what is no FCD output.
    public mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) throws(PathError) -> [FCDStep] {
        guard !hasEnded else { return [] }
        hasEnded = isLast
        if let failure = parser.feed(bytes, isLast: isLast) {
            throw PathError(file: file, line: failure.line, message: failure.message)
        }
        return parser.takeSteps()
    }
}
