internal import CSystemd

/// Reads all values of a message, whatever their types; only open files are refused, which nobody sends or wants.
///
/// The bus and sd-bus have checked the message; nesting and number of the values are limited here as well, because a
/// few bytes on the wire become a value of some fifty.
@safe
struct MessageReader {
    static let mostValues = 1_000_000
    static let deepest = 64

    private let message: OpaquePointer
    private var count = 0

    static func arguments(of message: OpaquePointer) throws(BusError) -> [BusValue] {
        var reader = unsafe MessageReader(message: message)
        return try reader.readAll(depth: 0)
    }

    private init(message: OpaquePointer) { unsafe self.message = message }

    /// Reads to the end of the message or container.
    private mutating func readAll(depth: Int) throws(BusError) -> [BusValue] {
        var values: [BusValue] = []
        while let value = try read(depth: depth) { values.append(value) }
        return values
    }

    private mutating func read(depth: Int) throws(BusError) -> BusValue? {
        var type: CChar = 0
        var contents: UnsafePointer<CChar>?
        let code = unsafe sd_bus_message_peek_type(message, &type, &contents)
        try check(code, "the message has no readable type")
        guard code > 0 else { return nil }
        count += 1
        guard depth < Self.deepest, count <= Self.mostValues else {
            throw .invalid("the message nests deeper than \(Self.deepest) or has over \(Self.mostValues) values")
        }
        let inner = unsafe contents.map { unsafe String(cString: $0) } ?? ""
        return try read(Unicode.Scalar(UInt8(bitPattern: type)), of: inner, depth: depth)
    }

    private mutating func read(_ type: Unicode.Scalar, of contents: String, depth: Int) throws(BusError) -> BusValue {
        switch type {
        case "y": .byte(try number(type, UInt8.zero))
        case "b": .bool(try number(type, Int32.zero) != 0)
        case "n": .int16(try number(type, Int16.zero))
        case "q": .uint16(try number(type, UInt16.zero))
        case "i": .int32(try number(type, Int32.zero))
        case "u": .uint32(try number(type, UInt32.zero))
        case "x": .int64(try number(type, Int64.zero))
        case "t": .uint64(try number(type, UInt64.zero))
        case "d": .double(try number(type, Double.zero))
        case "s": .string(try text(type))
        case "o": .path(try ObjectPath(try text(type)))
        case "g": .signature(try text(type))
        case "a": try array(of: contents, depth: depth)
        case "r": .structure(try within(type, contents, depth: depth))
        case "v": .variant(try single(try within(type, contents, depth: depth)))
        default: throw .invalid("the message has a value of the unknown type \(type)")
        }
    }

    private func number<Number: BitwiseCopyable>(_ type: Unicode.Scalar, _ zero: Number) throws(BusError) -> Number {
        var value = zero
        let code = unsafe withUnsafeMutableBytes(of: &value) { bytes in
            unsafe sd_bus_message_read_basic(message, letter(type), bytes.baseAddress)
        }
        try check(code, "the message has no readable value of type \(type)")
        return value
    }

    private func text(_ type: Unicode.Scalar) throws(BusError) -> String {
        var pointer: UnsafePointer<CChar>?
        let code = unsafe withUnsafeMutableBytes(of: &pointer) { bytes in
            unsafe sd_bus_message_read_basic(message, letter(type), bytes.baseAddress)
        }
        try check(code, "the message has no readable text of type \(type)")
        return unsafe pointer.map { unsafe String(cString: $0) } ?? ""
    }

    private mutating func array(of element: String, depth: Int) throws(BusError) -> BusValue {
        if element == "y" { return .bytes(try bytes()) }
        guard element.hasPrefix("{") else { return .array(of: element, try within("a", element, depth: depth)) }
        let inner = element.dropFirst().dropLast()
        let key = String(inner.prefix(1))
        let value = String(inner.dropFirst())
        return .dictionary(
            BusDictionary(keyType: key, valueType: value, try entries(of: element, inner: key + value, depth: depth))
        )
    }

    private func bytes() throws(BusError) -> [UInt8] {
        var start: UnsafeRawPointer?
        var size = 0
        let code = unsafe sd_bus_message_read_array(message, letter("y"), &start, &size)
        try check(code, "the message has no readable array of bytes")
        return unsafe [UInt8](UnsafeRawBufferPointer(start: start, count: size))
    }

    private mutating func entries(
        of element: String, inner: String, depth: Int
    ) throws(BusError) -> [BusDictionary.Entry] {
        var entries: [BusDictionary.Entry] = []
        try enter("a", element)
        while true {
            let code = unsafe sd_bus_message_enter_container(message, letter("e"), inner)
            try check(code, "the message has no readable dictionary entry")
            guard code > 0 else { break }
            let pair = try readAll(depth: depth + 1)
            guard pair.count == 2 else { throw .invalid("a dictionary entry of the message is no pair") }
            entries.append(BusDictionary.Entry(pair[0], pair[1]))
            try leave()
        }
        try leave()
        return entries
    }

    private mutating func within(
        _ type: Unicode.Scalar, _ contents: String, depth: Int
    ) throws(BusError) -> [BusValue] {
        try enter(type, contents)
        let values = try readAll(depth: depth + 1)
        try leave()
        return values
    }

    private func single(_ values: [BusValue]) throws(BusError) -> BusValue {
        guard let value = values.first else { throw .invalid("a variant of the message is empty") }
        return value
    }

    private func enter(_ type: Unicode.Scalar, _ contents: String) throws(BusError) {
        let code = unsafe sd_bus_message_enter_container(message, letter(type), contents)
        try check(code, "the message has no readable container \(type)")
    }

    private func leave() throws(BusError) {
        try check(unsafe sd_bus_message_exit_container(message), "a container of the message has too many values")
    }
}
