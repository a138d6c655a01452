/// What happens to whoever listens to a weather station of one's own.
public enum StationEvent: Hashable, Sendable {
    /// Somebody listens to it.
    case listening
    /// It cannot be heard: why, in a sentence that everybody may read.
    case unheard(String)
    /// It has told something; what the broker had kept may be of any age.
    case told([UInt8], isKept: Bool)
}
