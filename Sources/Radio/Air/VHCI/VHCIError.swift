/// Why there is no virtual adapter.
public enum VHCIError: Error, Hashable, Sendable {
    /// The kernel offers no such device.
    case missing(path: String)
    /// The device belongs to root.
    case notPermitted(path: String)
    /// The kernel has refused a step.
    case failed(path: String, step: String, reason: String)
    /// The trace cannot be written.
    case trace(path: String, reason: String)
}

extension VHCIError: CustomStringConvertible {
    public var description: String {
        switch self {
        case .missing(let path):
            "\(path) is missing: virtual Bluetooth adapters need the kernel module hci_vhci, which root loads by "
                + "'modprobe hci_vhci'."
        case .notPermitted(let path): "\(path) may be opened by root only: run this command as root."
        case .failed(let path, let step, let reason): "\(path): the kernel did not \(step): \(reason)."
        case .trace(let path, let reason): "\(path): the Bluetooth trace cannot be written: \(reason)."
        }
    }
}
