/// How somebody has pressed a tag's button.
public enum ButtonPress: String, Hashable, Sendable, CaseIterable {
    case single, double, long
}

/// What a press of an item's button does, besides being told.
public enum PressAction: String, Hashable, Sendable, CaseIterable {
    /// The owner knows of the running episode: nothing more of it is told but its end.
    case acknowledge
    /// The owner's phone is asked where it is.
    case locatePhone = "locate-phone"
}
