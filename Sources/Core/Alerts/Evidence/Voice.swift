/// How far what is heard of an item, and what is not, can be taken for a sign of where it is.
public enum Voice: Hashable, Sendable {
    /// It says what it can.
    case full
    /// It may fall silent at any moment, for its battery is as good as empty: its silence says nothing.
    case failing
    /// Its owner has switched it off, and does not want it watched over.
    case off
}
