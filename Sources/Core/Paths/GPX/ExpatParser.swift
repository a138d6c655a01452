import CExpat
import Glibc

/// The expat parser for the length of one document; no pointer of it leaves this type.
///
/// External entities are never fetched, and expat itself stops entities that multiply.
@safe struct ExpatParser: ~Copyable {
    /// Where and why a document was not read to its end.
    struct Failure {
        /// Counts from 1; nil where no line is to blame.
        let line: Int?
        let message: String

        static let noMemory = Failure(line: nil, message: "there is no memory to read it")
    }

    /// What the callbacks work on: they are given a pointer to it, which spares them reference counts.
    @safe private struct Context {
        var document: GPXDocument
        let parser: OpaquePointer
        var takesText = false
    }

    private let parser: OpaquePointer
    /// On the heap, because expat keeps the pointer from one piece of the document to the next.
    private let context: UnsafeMutablePointer<Context>

    /// A parser at the beginning of a document; nil without memory for it.
    init?(_ document: GPXDocument) {
        guard let parser = unsafe XML_ParserCreate(nil) else { return nil }
        unsafe self.parser = parser
        unsafe context = .allocate(capacity: 1)
        unsafe context.initialize(to: Context(document: document, parser: parser))
        unsafe XML_SetUserData(parser, context)
        unsafe XML_SetElementHandler(parser, Self.start, Self.end)
    }

    deinit {
        unsafe XML_ParserFree(parser)
        unsafe context.deinitialize(count: 1)
        unsafe context.deallocate()
    }

    /// What has been read up to here.
    var document: GPXDocument { unsafe context.pointee.document }

    /// The points since the last time this was asked, of a document that records them.
    mutating func takePoints() -> [GPXPoint] { unsafe context.pointee.document.takePoints() }

    /// Reads a document from its first byte to the last, or to the first fault.
    static func read(_ bytes: [UInt8]) -> (document: GPXDocument, failure: Failure?) {
        guard var parser = ExpatParser(GPXDocument(bytes: bytes.count)) else { return (GPXDocument(), .noMemory) }
        // Expat counts with an Int32, and copies what it is given, so a large file goes in parts. Not in many: at the end
        // of each it goes through all of it once more, to count the lines.
        let part = 1 << 26
        for offset in stride(from: 0, to: bytes.count, by: part) {
            let end = min(offset + part, bytes.count)
            if let failure = parser.feed(bytes[offset..<end], isLast: end == bytes.count) {
                return (parser.document, failure)
            }
        }
        return (parser.document, nil)
    }

    /// Reads the next piece of a document, of less than 2 GB.
    mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> Failure? {
        unsafe Self.isRead(bytes, isLast, by: parser) ? nil : Self.failure(of: parser, document.fault)
    }

    /// Has a parser read the next piece of its document; false when something went wrong.
    static func isRead(_ bytes: ArraySlice<UInt8>, _ isLast: Bool, by parser: OpaquePointer) -> Bool {
        unsafe bytes.withUnsafeBytes { buffer in
            let pointer = unsafe buffer.withMemoryRebound(to: CChar.self) { $0.baseAddress }
            return unsafe XML_Parse(parser, pointer, Int32(clamping: buffer.count), isLast ? 1 : 0) == XML_STATUS_OK
        }
    }

    /// What went wrong last in a parser: the document's fault, if it has one, or expat's.
    static func failure(of parser: OpaquePointer, _ fault: String?) -> Failure {
        let line = Int(unsafe XML_GetCurrentLineNumber(parser))
        if let fault { return Failure(line: line, message: fault) }
        let code = unsafe XML_GetErrorCode(parser)
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
        defer { unsafe follow(context) }
        guard unsafe context.pointee.document.start(localName(name).span), var next = unsafe attributes else { return }
        while let key = unsafe next[0], let value = unsafe next[1] {
            unsafe context.pointee.document.attribute(bytes(key).span, bytes(value).span)
            unsafe next += 2
        }
        unsafe context.pointee.document.startPoint(offset: Int(XML_GetCurrentByteIndex(context.pointee.parser)))
    }

    private static let end: XML_EndElementHandler = { data, _ in
        guard let context = unsafe context(data) else { return }
        unsafe context.pointee.document.end()
        unsafe follow(context)
    }

    private static let text: XML_CharacterDataHandler = { data, text, count in
        guard let context = unsafe context(data), let text = unsafe text else { return }
        let buffer = unsafe UnsafeRawBufferPointer(start: text, count: Int(count)).assumingMemoryBound(to: UInt8.self)
        unsafe context.pointee.document.append(buffer.span)
    }

    /// Tells expat what the document wants: text only within a field, and nothing after a fault.
    private static func follow(_ context: UnsafeMutablePointer<Context>) {
        let parser = unsafe context.pointee.parser
        if unsafe context.pointee.document.fault != nil { unsafe XML_StopParser(parser, 0) }
        let wantsText = unsafe context.pointee.document.wantsText
        guard unsafe wantsText != context.pointee.takesText else { return }
        unsafe context.pointee.takesText = wantsText
        unsafe XML_SetCharacterDataHandler(parser, wantsText ? Self.text : nil)
    }

    private static func context(_ data: UnsafeMutableRawPointer?) -> UnsafeMutablePointer<Context>? {
        unsafe data?.assumingMemoryBound(to: Context.self)
    }

    private static func bytes(_ text: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
        // They have some ten bytes, for which a call is dearer than to look at each.
        var count = 0
        while unsafe text[count] != 0 { count &+= 1 }
        return unsafe UnsafeRawBufferPointer(start: text, count: count).assumingMemoryBound(to: UInt8.self)
    }

    /// The name after its prefix: programs write `<gpx:trkpt>` too.
    private static func localName(_ name: UnsafePointer<XML_Char>) -> UnsafeBufferPointer<UInt8> {
        var start = 0
        var count = 0
        while unsafe name[count] != 0 {
            if unsafe name[count] == CChar(UInt8(ascii: ":")) { start = count &+ 1 }
            count &+= 1
        }
        return unsafe UnsafeRawBufferPointer(start: name + start, count: count - start)
            .assumingMemoryBound(to: UInt8.self)
    }
}
