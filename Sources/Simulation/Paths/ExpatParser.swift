import CExpat

/// The expat parser for the length of one document; no pointer of it leaves this type.
///
/// External entities are never fetched, and expat itself stops entities that multiply.
@safe struct ExpatParser: ~Copyable {
    /// Where and why a document is not well-formed.
    struct Failure {
        let line: Int?
        let message: String
    }

    /// What the callbacks work on; they are given a pointer to it.
    @safe private final class Context {
        var document = GPXDocument()
        let parser: OpaquePointer
        var takesText = false

        init(parser: OpaquePointer) { unsafe self.parser = parser }
    }

    private let parser: OpaquePointer

    private init?() {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = parser
    }

    deinit { unsafe XML_ParserFree(parser) }

    /// Reads a document from its first byte to the last, or to the first fault.
    static func read(_ bytes: [UInt8]) -> (document: GPXDocument, failure: Failure?) {
        guard let parser = ExpatParser() else {
            return (GPXDocument(), Failure(line: nil, message: "there is no memory to read it"))
        }
        return parser.run(over: bytes)
    }

    private borrowing func run(over bytes: [UInt8]) -> (GPXDocument, Failure?) {
        let context = unsafe Context(parser: parser)
        unsafe XML_SetUserData(parser, Unmanaged.passUnretained(context).toOpaque())
        unsafe XML_SetElementHandler(parser, Self.start, Self.end)
        // Expat counts with an Int32, so a large file goes in parts.
        let part = 1 << 24
        var (offset, isRead) = (0, true)
        while isRead, offset < bytes.count {
            let end = min(offset + part, bytes.count)
            isRead = unsafe bytes.withUnsafeBytes { buffer in
                let pointer = unsafe (buffer.baseAddress.map { unsafe $0 + offset })?.assumingMemoryBound(to: CChar.self)
                let isLast: Int32 = end == bytes.count ? 1 : 0
                return unsafe XML_Parse(parser, pointer, Int32(end - offset), isLast) == XML_STATUS_OK
            }
            offset = end
        }
        return withExtendedLifetime(context) { (context.document, isRead ? nil : failure()) }
    }

    private borrowing func failure() -> Failure {
        let code = unsafe XML_GetErrorCode(parser)
        let line = Int(unsafe XML_GetCurrentLineNumber(parser))
        switch code {
        case XML_ERROR_NO_ELEMENTS, XML_ERROR_UNCLOSED_TOKEN, XML_ERROR_PARTIAL_CHAR, XML_ERROR_UNCLOSED_CDATA_SECTION:
            return Failure(line: line, message: "the file ends in the middle of its XML")
        default:
            let reason = unsafe XML_ErrorString(code).map { unsafe String(cString: $0) } ?? "unknown error"
            return Failure(line: line, message: "this is no well-formed XML: \(reason)")
        }
    }
}

// The callbacks, called by expat on the thread and within the call of `run`, while the context lives.
extension ExpatParser {
    private static let start: XML_StartElementHandler = { data, name, attributes in
        guard let context = unsafe context(data), let name = unsafe name else { return }
        let offset = unsafe Int(XML_GetCurrentByteIndex(context.parser))
        guard context.document.start(unsafe localName(name).span, offset: offset) else { return follow(context) }
        guard var next = unsafe attributes else { return }
        while let key = unsafe next[0], let value = unsafe next[1] {
            context.document.attribute(unsafe bytes(key).span, unsafe bytes(value).span)
            unsafe next += 2
        }
        follow(context)
    }

    private static let end: XML_EndElementHandler = { data, _ in
        guard let context = unsafe context(data) else { return }
        context.document.end(offset: unsafe Int(XML_GetCurrentByteIndex(context.parser)))
        follow(context)
    }

    private static let text: XML_CharacterDataHandler = { data, text, count in
        guard let context = unsafe context(data), let text = unsafe text else { return }
        let buffer = unsafe UnsafeRawBufferPointer(start: text, count: Int(count)).assumingMemoryBound(to: UInt8.self)
        context.document.append(unsafe buffer.span)
    }

    /// Tells expat what the document wants: text only within a field, and nothing after a fault.
    private static func follow(_ context: Context) {
        if context.document.fault != nil { unsafe XML_StopParser(context.parser, 0) }
        guard context.document.wantsText != context.takesText else { return }
        context.takesText.toggle()
        unsafe XML_SetCharacterDataHandler(context.parser, context.takesText ? Self.text : nil)
    }

    private static func context(_ data: UnsafeMutableRawPointer?) -> Context? {
        unsafe data.map { unsafe Unmanaged<Context>.fromOpaque($0).takeUnretainedValue() }
    }

    private static func bytes(_ text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
        var count = 0
        while unsafe text[count] != 0 { count += 1 }
        return unsafe UnsafeRawBufferPointer(start: text, count: count).assumingMemoryBound(to: UInt8.self)
    }

    /// The name after its prefix: programs write `<gpx:trkpt>` too.
    private static func localName(_ name: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
        var (start, count) = (0, 0)
        while unsafe name[count] != 0 {
            if unsafe name[count] == CChar(UInt8(ascii: ":")) { start = count + 1 }
            count += 1
        }
        return unsafe UnsafeRawBufferPointer(start: name + start, count: count - start)
            .assumingMemoryBound(to: UInt8.self)
    }
}
