internal import CCurl

/// Owns one transfer of libcurl; no pointer leaves it.
@safe struct CurlHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    private var list: UnsafeMutablePointer<curl_slist>?
    private var isPublicOnly = false

    /// The library is set up once for the process.
    private static let setUp: CURLcode = tagalong_global_init()

    init() throws(CurlFailure) {
        guard Self.setUp == CURLE_OK, let pointer = unsafe curl_easy_init() else {
            throw CurlFailure("libcurl cannot be set up")
        }
        unsafe self.pointer = pointer
        unsafe list = nil
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(list)
    }

    /// Does without a proxy of the environment, and without signals, which are the whole process's.
    func isolate() throws(CurlFailure) {
        try set(CURLOPT_PROXY, "")
        try set(CURLOPT_NOSIGNAL, 1)
    }

    func set(_ option: CURLoption, _ number: Int) throws(CurlFailure) {
        try Self.check(unsafe tagalong_set_long(pointer, option, number))
    }

    /// Sets a time, rounded down to milliseconds.
    func set(_ option: CURLoption, _ time: Duration) throws(CurlFailure) {
        try set(option, Int(time / .milliseconds(1)))
    }

    /// Sets a text of one line, of which libcurl keeps a copy; nil for its default.
    func set(_ option: CURLoption, _ text: String?) throws(CurlFailure) {
        guard let text else { return }
        try Self.checkLine(text)
        try Self.check(unsafe tagalong_set_text(pointer, option, text))
    }

    /// Lets no connection be made but to addresses of the internet, whatever a name leads to.
    mutating func restrictToPublic() throws(CurlFailure) {
        try Self.check(unsafe tagalong_set_public(pointer))
        isPublicOnly = true
    }

    /// Sets the one list of the transfer, each entry a line.
    mutating func set(_ option: CURLoption, _ lines: [String]) throws(CurlFailure) {
        for line in lines {
            try Self.checkLine(line)
            guard let longer = unsafe curl_slist_append(list, line) else {
                throw CurlFailure("libcurl has no memory left")
            }
            unsafe list = longer
        }
        try Self.check(unsafe tagalong_set_list(pointer, option, list))
    }

    /// A line break would begin a header or a command of its own; the text may be a secret and is not repeated.
    private static func checkLine(_ text: String) throws(CurlFailure) {
        let isLine = text.utf8.allSatisfy { ($0 >= 0x20 && $0 != 0x7F) || $0 == 0x09 }
        guard isLine else { throw CurlFailure("what is to be sent holds a control character") }
    }

    private static func check(_ code: CURLcode) throws(CurlFailure) {
        guard code == CURLE_OK else {
            throw CurlFailure("libcurl refuses a setting: \(unsafe String(cString: curl_easy_strerror(code)))")
        }
    }
}

extension CurlHandle {
    func perform(_ transfer: Transfer) throws(CurlFailure) {
        var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = unsafe words.withUnsafeMutableBufferPointer { words in
            withExtendedLifetime(transfer) {
                let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
                unsafe tagalong_set_reader(pointer, Self.read, context)
                unsafe tagalong_set_writers(pointer, Self.header, Self.body, context)
                unsafe tagalong_set_progress(pointer, Self.progress, context)
                unsafe tagalong_set_error_buffer(pointer, words.baseAddress)
                defer { unsafe tagalong_set_error_buffer(pointer, nil) }
                return unsafe curl_easy_perform(pointer)
            }
        }
        transfer.noteDownload(Int(clamping: unsafe tagalong_downloaded(pointer)))
        guard code != CURLE_OK else { return }
        let said = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        throw CurlFailure(
            code,
            words: said.isEmpty ? unsafe String(cString: curl_easy_strerror(code)) : said,
            status: unsafe tagalong_information(pointer, CURLINFO_RESPONSE_CODE),
            systemError: Int32(truncatingIfNeeded: unsafe tagalong_information(pointer, CURLINFO_OS_ERRNO)),
            isPublicOnly: isPublicOnly
        )
    }

    private static let read: tagalong_move = { buffer, size, count, context in
        guard let buffer = unsafe buffer, let transfer = unsafe transfer(context) else { return 0 }
        guard let piece = transfer.next(size * count) else { return Int(CURL_READFUNC_ABORT) }
        let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: piece.count)
        unsafe target.copyBytes(from: piece)
        return piece.count
    }

    private static let header: tagalong_move = { buffer, size, count, context in
        guard let transfer = unsafe transfer(context) else { return 0 }
        let line = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count)
        return transfer.receiveHeader(unsafe Array(line)) ? size * count : 0
    }

    private static let body: tagalong_move = { buffer, size, count, context in
        guard let transfer = unsafe transfer(context) else { return 0 }
        let piece = unsafe UnsafeRawBufferPointer(start: buffer, count: size * count)
        return transfer.receiveBody(unsafe Array(piece)) ? size * count : 0
    }

    private static let progress: tagalong_progress = { context, _, downloaded, _, _ in
        guard let transfer = unsafe transfer(context) else { return 0 }
        return transfer.mustStop || transfer.isTooLong(Int(clamping: downloaded)) ? 1 : 0
    }

    private static func transfer(_ context: UnsafeMutableRawPointer?) -> Transfer? {
        guard let context = unsafe context else { return nil }
        return unsafe Unmanaged<Transfer>.fromOpaque(context).takeUnretainedValue()
    }
}
