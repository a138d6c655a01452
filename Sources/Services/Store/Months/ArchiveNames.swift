public import Tracking

/// What objects are called, below the place where all are: a folder for each device.
public enum ArchiveNames {
    /// The object that tells which months of a device there are.
    public static func index(of device: DeviceID) -> String { "\(device)/index.json" }

    /// What the names of all objects of a device begin with; among removals it stands for all of them.
    public static func folder(of device: DeviceID) -> String { "\(device)/" }

    /// The object of a month; the token tells apart what was tried twice.
    public static func object(
        of device: DeviceID, _ month: CalendarMonth, generation: Int, token: String
    ) -> String {
        "\(device)/\(month).\(generation)-\(token).jsonl.gz"
    }
}
