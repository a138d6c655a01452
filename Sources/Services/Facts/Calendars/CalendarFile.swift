internal import Files

extension FactReply {
    /// A file of this machine as an answer: 404 where there is none, 413 where it is too long.
    init(file path: String, limit: Int) {
        self.init(status: 200, received: 0, url: "file:///")
        guard case .bytes(let count)? = FileReader.extent(of: path), count <= limit else {
            status = FileReader.extent(of: path) == nil ? 404 : 413
            return
        }
        guard let bytes = try? FileReader.read(path, limit: limit) else {
            status = 403
            return
        }
        body = bytes
    }
}
