import Foundation

/// A setting as somebody wrote it, and where.
struct Given: Hashable, Sendable {
    let text: String
    let origin: Origin

    enum Origin: Hashable, Sendable, CustomStringConvertible {
        case flag(String)
        case variable(String)
        /// What the service manager handed over.
        case credential(String)
        /// File and line.
        case file(String)

        var description: String {
            switch self {
            case .flag(let name), .variable(let name), .file(let name): name
            case .credential(let name): "the credential \(name)"
            }
        }
    }

    /// The setting as a value; the error says what a right one looks like.
    func read<Value>(expecting expected: String, _ read: (String) -> Value?) throws(CommandFailure) -> Value {
        guard let value = read(text) else {
            throw CommandFailure(.badInput, "\(origin): '\(text.printable)' is given, \(expected) is expected")
        }
        return value
    }

    /// A path, with `~/` for the home directory, which only shells know elsewhere.
    var path: String {
        let environment = ProcessInfo.processInfo.environment
        return text.hasPrefix("~/") ? Directories.home(environment) + text.dropFirst() : text
    }
}
