internal import CSystemd

/// Writes values into a message; sd-bus checks that they fit where they stand.
///
/// What it lets pass and the bus does not is refused here, because the bus would end the connection.
@safe
struct MessageWriter {
    /// The bus allows 32 arrays in 32 structures.
    static let deepest = 32

    private let message: OpaquePointer
    private var depth = 0

    /// Writes the arguments of a message.
    static func append(_ values: [BusValue], to message: MessageHandle) throws(BusError) {
        var writer = MessageWriter(message)
        try writer.append(values)
    }

    private init(_ handle: MessageHandle) { unsafe message = handle.pointer }

    private mutating func append(_ values: [BusValue]) throws(BusError) {
        for value in values { try append(value) }
    }

    private mutating func append(_ value: BusValue) throws(BusError) {
        switch value {
        case .byte(let value): try append("y", value)
        case .bool(let value): try append("b", Int32(value ? 1 : 0))
        case .int16(let value): try append("n", value)
        case .uint16(let value): try append("q", value)
        case .int32(let value): try append("i", value)
        case .uint32(let value): try append("u", value)
        case .int64(let value): try append("x", value)
        case .uint64(let value): try append("t", value)
        case .double(let value): try append("d", value)
        case .string(let text): try append("s", text: text)
        case .path(let path): try append("o", text: path.text)
        case .signature(let text):
            guard Signature.types(text) != nil else { throw .invalid("\"\(text)\" is not a signature") }
            try append("g", text: text)
        case .bytes(let bytes): try append(bytes)
        case .array(let element, let elements):
            try within("a", element) { writer throws(BusError) in try writer.append(elements) }
        case .dictionary(let dictionary): try append(dictionary)
        case .structure(let fields):
            try within("r", fields.signature) { writer throws(BusError) in try writer.append(fields) }
        case .variant(let inner):
            try within("v", inner.signature) { writer throws(BusError) in try writer.append(inner) }
        }
    }

    private func append(_ type: Unicode.Scalar, _ value: some BitwiseCopyable) throws(BusError) {
        let code = unsafe withUnsafeBytes(of: value) { bytes in
            unsafe sd_bus_message_append_basic(message, letter(type), bytes.baseAddress)
        }
        try check(code, "a value of type \(type) does not fit here")
    }

    private func append(_ type: Unicode.Scalar, text: String) throws(BusError) {
        // A zero would end the text early in C.
        guard !text.utf8.contains(0) else { throw .invalid("a text with a zero byte cannot be sent") }
        let code = unsafe text.withCString { unsafe sd_bus_message_append_basic(message, letter(type), $0) }
        try check(code, "\"\(text)\" of type \(type) does not fit here")
    }

    private func append(_ bytes: [UInt8]) throws(BusError) {
        let code = unsafe bytes.withUnsafeBytes { bytes in
            unsafe sd_bus_message_append_array(message, letter("y"), bytes.baseAddress, bytes.count)
        }
        try check(code, "\(bytes.count) bytes do not fit here")
    }

    private mutating func append(_ dictionary: BusDictionary) throws(BusError) {
        let contents = dictionary.keyType + dictionary.valueType
        try within("a", "{\(contents)}") { writer throws(BusError) in
            for entry in dictionary.entries {
                try writer.within("e", contents) { writer throws(BusError) in
                    try writer.append([entry.key, entry.value])
                }
            }
        }
    }

    private mutating func within(
        _ type: Unicode.Scalar, _ contents: String, _ body: (inout MessageWriter) throws(BusError) -> Void
    ) throws(BusError) {
        guard depth < Self.deepest else { throw .invalid("the values nest deeper than \(Self.deepest)") }
        guard contents.utf8.first != UInt8(ascii: "{") || type == "a", !contents.isEmpty else {
            throw .invalid("an array or structure needs the types of what it holds")
        }
        depth += 1
        defer { depth -= 1 }
        let what = "a container \(type) of \"\(contents)\" does not fit here"
        try check(unsafe sd_bus_message_open_container(message, letter(type), contents), what)
        try body(&self)
        try check(unsafe sd_bus_message_close_container(message), what)
    }
}

/// A type as C has it.
func letter(_ type: Unicode.Scalar) -> CChar { CChar(truncatingIfNeeded: type.value) }
