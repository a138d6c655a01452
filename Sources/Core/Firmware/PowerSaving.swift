/// How a tracker spares its battery while nothing happens.
///
/// The receiver rests between the moments at which it is needed: shortly before a report is due, when somebody asks,
/// and when without a look the mode would become doubtful. No report is ever late for it.
public struct PowerSaving: Hashable, Sendable {
    /// Seconds before a report is due at which the receiver starts, when it still knows its satellites.
    ///
    /// A hot start takes 1 s (u-blox M8 and M10 data sheets) and twice that between houses; one more is for the step.
    public var hotStart = 3
    /// The same when it has forgotten them: 23 to 29 s cold (u-blox M10), and half as much again between houses.
    public var coldStart = 45
    /// Seconds without a fix after which the satellites' orbits are held to be out of date.
    ///
    /// GPS sends new ones each 2 h, good for 4 h about their middle (IS-GPS-200).
    public var hotFor = 2 * 3600
    /// Reports at least as frequent as this, in seconds, keep the receiver running.
    ///
    /// Our choice: a start and a rest do not pay below.
    public var alwaysUpTo = 5
    /// Seconds for which the receiver rests after it has given up, at rest and on the move.
    ///
    /// The first is the pace of fixes of an nRF asset tracker in active mode, the second our choice: who walks out of
    /// a house is found again within a minute.
    public var restStill = 300
    public var restMoving = 60
    /// Seconds for which a position is held, unasked, while the tracker lies still and hears its owner near.
    ///
    /// The pace of fixes of an nRF asset tracker in active mode.
    public var holdFor = 300
    /// Seconds between two wakes by movement: the movement resolution of the nRF asset trackers.
    public var movementResolution = 120

    public init() {}
}
