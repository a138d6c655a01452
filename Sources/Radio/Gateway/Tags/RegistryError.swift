import Files
public import Messages

/// Why a registry could not be read or changed, in one sentence.
public struct RegistryError: Error, Hashable, Sendable, CustomStringConvertible {
    public let path: String
    /// From 1; nil when the whole file is meant.
    public let line: Int?
    public let reason: Reason

    public enum Reason: Hashable, Sendable {
        /// A line is none.
        case malformed(MessageError)
        /// A tag cannot stand beside another.
        case conflict(TagRegistry.Conflict)
        /// The file could not be opened, read or written: what was done, and the system's reason.
        case system(doing: String, reason: String)
        /// There is no such tag.
        case unknown(String)
    }

    public init(_ path: String, line: Int? = nil, _ reason: Reason) {
        (self.path, self.line, self.reason) = (path, line, reason)
    }

    init(_ error: FileError) { self.init(error.path, .system(doing: error.action.rawValue, reason: error.reason)) }

    public var description: String {
        let place = line.map { "\(path):\($0)" } ?? path
        return switch reason {
        case .malformed(let error): "\(place): \(error)"
        case .conflict(let conflict): line == nil ? "\(conflict)" : "\(place): \(conflict)"
        case .system(let doing, let reason): "\(place): \(doing) failed: \(reason)"
        case .unknown(let what): "no tag '\(what.prefix(100))' is paired with this gateway"
        }
    }
}
