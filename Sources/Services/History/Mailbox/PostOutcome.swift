/// What became of messages that a phone posted.
public struct PostOutcome: Hashable, Sendable {
    /// How many were accepted for the first time.
    public var accepted = 0
    /// How many had come before.
    public var repeated = 0
    /// How many are in the quarantine.
    public var refused = 0
    /// The commands that waited for the phone, oldest first; they are handed out once.
    public var commands: [[UInt8]] = []
    /// What the phone has encrypted with, and expects its answer to be; nil for a phone that does not.
    public var key: PassphraseKey?

    public init(accepted: Int = 0, repeated: Int = 0, refused: Int = 0) {
        (self.accepted, self.repeated, self.refused) = (accepted, repeated, refused)
    }
}
