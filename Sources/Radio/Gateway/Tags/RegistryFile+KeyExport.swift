import JSON
import Keys
public import Tracking

extension RegistryFile {
    /// The keys of an owner's tags, to be kept elsewhere: a JSON list that `pair --key` reads, with each tag's name; and
    /// how many there are.
    ///
    /// Whoever has it recognises the tags. An alignment that is known goes along, so that a tag is found at once where
    /// the list is read.
    ///
    /// - Throws: ``RegistryError``, which has nothing of a key.
    public func exportedKeys(of owner: Name) throws(RegistryError) -> (json: [UInt8], count: Int) {
        let registry = try read()
        let stored = try keys.read()
        var list: [JSONValue] = []
        for entry in registry.entries where entry.device.owner == owner {
            guard let stored = stored[entry.identity] else { continue }
            var members: [(String, JSONValue?)] = [
                ("name", .text(entry.device.device.text)), ("item", .text(entry.item.text)),
            ]
            members += stored.key.record.all.map { ($0.name, Optional($0.value)) }
            let alignment = stored.alignment ?? stored.key.alignment
            members.append(("alignment_index", alignment.map { .whole(Int64($0.counter)) }))
            members.append(("alignment_date", alignment.map { .text("\($0.time)") }))
            list.append(.object(JSONMembers(members)))
        }
        return (JSONValue.list(list).encoded() + [UInt8(ascii: "\n")], list.count)
    }
}
