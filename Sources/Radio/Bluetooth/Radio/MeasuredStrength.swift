/// What a controller tells of how strongly something comes in.
public enum MeasuredStrength {
    /// The strength in dBm; nil for the words for "not available".
    ///
    /// Those are 127 by the specification (Core 5.3, Vol 4, Part E, 7.5.4, HCI_Read_RSSI) and in the kernel
    /// (`HCI_RSSI_INVALID`), and 0, which controllers answer that do not measure: it is 1 mW at the antenna, more than any
    /// tag sends.
    public static func dBm(_ told: Int) -> Int? { told == 127 || told == 0 ? nil : told }
}
