internal import Glibc

/// One of the addresses that a broker's name stands for.
struct BrokerAddress {
    let family: Int32
    private let storage: sockaddr_storage
    private let length: socklen_t

    /// All addresses of a name, the system's favourite first; blocks while the name is looked up.
    ///
    /// - Throws: ``MQTTError/unknownHost(_:)``.
    static func all(of host: String, port: UInt16) throws(MQTTError) -> [BrokerAddress] {
        var hints = unsafe addrinfo()
        unsafe hints.ai_family = AF_UNSPEC
        unsafe hints.ai_socktype = Int32(SOCK_STREAM.rawValue)
        var first: UnsafeMutablePointer<addrinfo>?
        guard unsafe getaddrinfo(host, "\(port)", &hints, &first) == 0 else { throw .unknownHost(host) }
        defer { unsafe freeaddrinfo(first) }
        var addresses: [BrokerAddress] = []
        var next = unsafe first
        while let entry = unsafe next?.pointee {
            if let address = unsafe BrokerAddress(entry) { addresses.append(address) }
            unsafe next = entry.ai_next
        }
        guard !addresses.isEmpty else { throw .unknownHost(host) }
        return addresses
    }

    private init?(_ entry: addrinfo) {
        let count = unsafe Int(entry.ai_addrlen)
        guard let address = unsafe entry.ai_addr, count <= MemoryLayout<sockaddr_storage>.size else { return nil }
        var storage = sockaddr_storage()
        unsafe withUnsafeMutableBytes(of: &storage) { bytes in
            unsafe bytes.copyMemory(from: UnsafeRawBufferPointer(start: address, count: count))
        }
        (self.storage, length, family) = unsafe (storage, entry.ai_addrlen, entry.ai_family)
    }

    /// The system call `connect`: 0, or an error number.
    func connect(_ descriptor: Int32) -> Int32 {
        unsafe withUnsafePointer(to: storage) { pointer in
            unsafe pointer.withMemoryRebound(to: sockaddr.self, capacity: 1) { pointer in
                unsafe Glibc.connect(descriptor, pointer, length) == 0 ? 0 : errno
            }
        }
    }
}
