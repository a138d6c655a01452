/// What is known of whether an adapter's scan goes on, apart from what the adapter says of itself.
///
/// A scan may end in silence: the adapter goes on saying that it scans, and hears nothing.
public enum ScanProof: Hashable, Sendable {
    /// Something was heard, from whomever; told twice a second at most.
    case heard
    /// The scan was begun, or begun anew, and the adapter has answered; nothing was heard since.
    case begun
    /// As ``begun``, but the adapter heard many devices until a moment ago: that all of them fell silent at once is
    /// rather its own doing, so the silence of a tag tells nothing until something is heard.
    case doubted
}
