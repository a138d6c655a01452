/// What the command tells the program that called it.
enum ExitStatus: Int32, Hashable, Sendable {
    case success = 0
    /// What was asked for could not be done, or did not hold.
    case failure = 1
    /// The arguments, the settings or a file given make no sense; nothing was done.
    case badInput = 2
    /// A service that is needed could not be reached.
    case unreachable = 3
}
