/// The path of an object on the bus, such as `/org/bluez/hci0`.
public struct ObjectPath: Hashable, Sendable {
    /// The path as text: `/`, or elements of letters, digits and underscores, each after a slash.
    public let text: String

    /// The path `/`.
    public static let root = ObjectPath(unchecked: "/")

    /// Takes a path from text.
    ///
    /// - Throws: ``BusError/invalid(_:)`` unless it is one by the specification of D-Bus.
    public init(_ text: String) throws(BusError) {
        guard Self.isValid(text) else { throw .invalid("\"\(text)\" is not an object path such as /org/bluez") }
        self.text = text
    }

    private init(unchecked text: String) { self.text = text }

    /// The path of an object below another.
    ///
    /// Never fails: a character that a path cannot hold becomes an underscore and its bytes in hexadecimal, as systemd
    /// and BlueZ write them.
    /// and BlueZ write them. The child is one element, or several with slashes between.
    public static func + (parent: Self, child: String) -> Self {
        let elements = child.utf8.split(separator: UInt8(ascii: "/")).map { escape($0) }
        guard !elements.isEmpty else { return parent }
        return Self(unchecked: (parent == .root ? "" : parent.text) + "/" + elements.joined(separator: "/"))
    }

    /// The object above; the root has none.
    public var parent: ObjectPath? {
        guard self != .root, let slash = text.utf8.lastIndex(of: UInt8(ascii: "/")) else { return nil }
        return slash == text.utf8.startIndex ? .root : Self(unchecked: String(text[..<slash]))
    }

    /// The parts between the slashes.
    public var elements: [String] { text.split(separator: "/").map { String($0) } }

    /// The last element; empty for the root.
    public var name: String { elements.last ?? "" }

    /// Tells whether this object lies somewhere below another; none lies below itself.
    public func isBelow(_ ancestor: ObjectPath) -> Bool {
        guard ancestor != .root else { return self != .root }
        return text.utf8.starts(with: ancestor.text.utf8)
            && text.utf8.dropFirst(ancestor.text.utf8.count).first == UInt8(ascii: "/")
    }

    private static func isValid(_ text: String) -> Bool {
        if text == "/" { return true }
        guard text.utf8.first == UInt8(ascii: "/"), text.utf8.last != UInt8(ascii: "/") else { return false }
        let elements = text.utf8.dropFirst().split(separator: UInt8(ascii: "/"), omittingEmptySubsequences: false)
        return elements.allSatisfy { !$0.isEmpty && $0.allSatisfy(isAllowed) }
    }

    private static func isAllowed(_ byte: UInt8) -> Bool {
        switch byte {
        case UInt8(ascii: "a")...UInt8(ascii: "z"), UInt8(ascii: "A")...UInt8(ascii: "Z"): true
        case UInt8(ascii: "0")...UInt8(ascii: "9"), UInt8(ascii: "_"): true
        default: false
        }
    }

    private static func escape(_ element: Substring.UTF8View) -> String {
        element.reduce(into: "") { text, byte in
            guard !isAllowed(byte) else { return text.unicodeScalars.append(Unicode.Scalar(byte)) }
            text += "_" + (byte < 16 ? "0" : "") + String(byte, radix: 16)
        }
    }
}

extension ObjectPath: ExpressibleByStringLiteral, Comparable, CustomStringConvertible {
    /// Takes a path written in source, with or without the first slash; what a path cannot hold is written as `+` does.
    public init(stringLiteral value: String) { self = .root + value }

    public static func < (left: Self, right: Self) -> Bool { left.text < right.text }
    public var description: String { text }
}
