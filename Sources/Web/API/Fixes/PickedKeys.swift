import Messages

extension [UInt8] {
    /// The keys of a JSON object, in their order, each once; the object as it is where it cannot be read.
    package func picking(_ fields: [String]?) -> [UInt8] {
        guard let keys = try? ExtraKey.keys(of: self) else { return self }
        guard let fields else { return ExtraKey.object(keys) }
        return ExtraKey.object(keys.filter { fields.contains($0.name) })
    }
}
