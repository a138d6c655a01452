import CExpat

/// The expat parser for an FCD output; no pointer of it leaves this type.
///
/// Beside ``ExpatParser``: expat calls functions that can be of no generic type, and a GPX document must not pay for a
/// choice between documents at each of its points.
@safe struct FCDParser: ~Copyable {
    /// What the callbacks work on.
    @safe private struct Context {
        var document: FCDDocument
        let parser: OpaquePointer
    }

    private let parser: OpaquePointer
    /// On the heap, because expat keeps the pointer from one piece of the document to the next.
    private let context: UnsafeMutablePointer<Context>

    /// A parser at the beginning of a document; nil without memory for it.
    init?(_ document: FCDDocument) {
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

    /// The steps that are complete since this was called last.
    mutating func takeSteps() -> [FCDStep] { unsafe context.pointee.document.takeSteps() }

    /// Reads the next piece of a document, of less than 2 GB.
    mutating func feed(_ bytes: ArraySlice<UInt8>, isLast: Bool) -> ExpatParser.Failure? {
        if unsafe ExpatParser.isRead(bytes, isLast, by: parser) { return nil }
        return unsafe ExpatParser.failure(of: parser, context.pointee.document.fault)
    }

    private static let start: XML_StartElementHandler = { data, name, attributes in
        guard let context = unsafe data?.assumingMemoryBound(to: Context.self), let name = unsafe name else { return }
        guard unsafe context.pointee.document.start(String(cString: name)) else { return unsafe follow(context) }
        var next = unsafe attributes
        while let key = unsafe next?[0], let value = unsafe next?[1] {
            unsafe context.pointee.document.attribute(String(cString: key), String(cString: value))
            unsafe next = next?.advanced(by: 2)
        }
        unsafe context.pointee.document.startContent()
        unsafe follow(context)
    }

    private static let end: XML_EndElementHandler = { data, _ in
        guard let context = unsafe data?.assumingMemoryBound(to: Context.self) else { return }
        unsafe context.pointee.document.end()
    }

    /// Nothing needs to be read after a fault.
    private static func follow(_ context: UnsafeMutablePointer<Context>) {
        if unsafe context.pointee.document.fault != nil { unsafe XML_StopParser(context.pointee.parser, 0) }
    }
}
