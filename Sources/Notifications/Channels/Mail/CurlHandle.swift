internal import CCurl
internal import Glibc

/// Owns one transfer of libcurl; no pointer leaves it.
@safe struct CurlHandle: ~Copyable {
    private let pointer: UnsafeMutableRawPointer
    private var recipients: UnsafeMutablePointer<curl_slist>?

    /// The library is set up once for the process.
    private static let setUp: CURLcode = tagalong_global_init()

    init() throws(DeliveryFailure) {
        guard Self.setUp == CURLE_OK, let pointer = unsafe curl_easy_init() else {
            throw .unreachable("libcurl cannot be set up")
        }
        unsafe self.pointer = pointer
        unsafe recipients = nil
    }

    deinit {
        unsafe curl_easy_cleanup(pointer)
        unsafe curl_slist_free_all(recipients)
    }

    private func set(_ option: CURLoption, _ number: Int) throws(DeliveryFailure) {
        try Self.check(unsafe tagalong_set_long(pointer, option, number))
    }

    /// libcurl keeps a copy of the text.
    private func set(_ option: CURLoption, _ text: String?) throws(DeliveryFailure) {
        guard let text else { return }
        try Self.check(unsafe tagalong_set_text(pointer, option, text))
    }

    private static func check(_ code: CURLcode) throws(DeliveryFailure) {
        guard code == CURLE_OK else {
            throw .unreachable("libcurl refuses a setting: \(unsafe String(cString: curl_easy_strerror(code)))")
        }
    }
}

extension CurlHandle {
    /// Says what is to be sent by which server.
    mutating func prepare(_ mail: ChannelConfiguration.Mail, size: Int) throws(DeliveryFailure) {
        try set(CURLOPT_URL, mail.server)
        try set(CURLOPT_PROTOCOLS_STR, "smtp,smtps")
        // A proxy of the environment is meant for web pages.
        try set(CURLOPT_PROXY, "")
        // Without signals, which are the whole process's.
        try set(CURLOPT_NOSIGNAL, 1)
        try set(CURLOPT_CONNECTTIMEOUT, 20)
        try set(CURLOPT_TIMEOUT, 60)
        try set(CURLOPT_USE_SSL, mail.startsTLS ? Int(CURLUSESSL_ALL.rawValue) : Int(CURLUSESSL_NONE.rawValue))
        try set(CURLOPT_CAINFO, mail.authorities)
        try set(CURLOPT_USERNAME, mail.user)
        try set(CURLOPT_PASSWORD, mail.password?.value)
        try set(CURLOPT_MAIL_FROM, "<\(mail.sender)>")
        for recipient in mail.recipients { try add(recipient) }
        try Self.check(unsafe tagalong_set_list(pointer, CURLOPT_MAIL_RCPT, recipients))
        try set(CURLOPT_UPLOAD, 1)
        try set(CURLOPT_INFILESIZE, size)
    }

    private mutating func add(_ recipient: MailAddress) throws(DeliveryFailure) {
        guard let longer = unsafe curl_slist_append(recipients, "<\(recipient)>") else {
            throw .unreachable("libcurl has no memory left")
        }
        unsafe recipients = longer
    }

    /// Sends, and waits for the server's answer on this thread.
    func perform(_ transfer: MailTransfer, of mail: ChannelConfiguration.Mail) throws(DeliveryFailure) {
        var words = [CChar](repeating: 0, count: Int(CURL_ERROR_SIZE))
        let code = unsafe words.withUnsafeMutableBufferPointer { words in
            withExtendedLifetime(transfer) {
                let context = unsafe Unmanaged.passUnretained(transfer).toOpaque()
                unsafe tagalong_set_reader(pointer, Self.read, context)
                unsafe tagalong_set_progress(pointer, Self.progress, context)
                unsafe tagalong_set_error_buffer(pointer, words.baseAddress)
                defer { unsafe tagalong_set_error_buffer(pointer, nil) }
                return unsafe curl_easy_perform(pointer)
            }
        }
        guard code != CURLE_OK else { return }
        let told = String(decoding: words.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let standard = unsafe String(cString: curl_easy_strerror(code))
        let answer = unsafe tagalong_response_code(pointer)
        throw MailFailure.failure(code, answer: answer, told.isEmpty ? standard : told, of: mail)
    }

    private static let read: tagalong_read = { buffer, size, count, context in
        guard let buffer = unsafe buffer, let context = unsafe context else { return 0 }
        let transfer = unsafe Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue()
        let piece = transfer.next(size * count)
        let target = unsafe UnsafeMutableRawBufferPointer(start: buffer, count: piece.count)
        unsafe target.copyBytes(from: piece)
        return piece.count
    }

    private static let progress: tagalong_progress = { context, _, _, _, _ in
        guard let context = unsafe context else { return 0 }
        return unsafe Unmanaged<MailTransfer>.fromOpaque(context).takeUnretainedValue().mustStop ? 1 : 0
    }
}
