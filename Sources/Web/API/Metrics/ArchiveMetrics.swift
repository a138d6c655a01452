public import Tracking
import Web

/// How it stands with months in an object storage, for `/metrics`.
public struct ArchiveMetrics: Hashable, Sendable {
    /// Months that are out, by device.
    public var months: Int
    /// Bytes of their objects.
    public var bytes: Int
    /// Objects that are to be removed, or indices to be written anew.
    public var removals: Int
    /// Looks of this process that failed.
    public var failures: Int
    /// When the last one did not; nil before that.
    public var succeeded: Timestamp?

    public init(months: Int, bytes: Int, removals: Int, failures: Int, succeeded: Timestamp?) {
        (self.months, self.bytes, self.removals) = (months, bytes, removals)
        (self.failures, self.succeeded) = (failures, succeeded)
    }

    func write(into text: inout MetricText) {
        text.add("tagalong_archive_months", .gauge, "Months of trackers in object storage.", Double(months))
        text.add("tagalong_archive_bytes", .gauge, "Bytes of their objects.", Double(bytes))
        text.add("tagalong_archive_removals_pending", .gauge, "Objects that are to be removed.", Double(removals))
        text.add(
            "tagalong_archive_failures_total", .counter, "Looks of this process at the archive that failed.",
            Double(failures))
        let success = succeeded.map { [MetricText.Sample(value: Double($0.milliseconds) / 1000)] }
        text.add(
            "tagalong_archive_last_success_seconds", .gauge, "When this process last did all there was to do.",
            success ?? [])
    }
}
