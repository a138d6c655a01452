/// The objects of ours, by path; several exports can share a path if they differ in interfaces.
struct ObjectTree {
    private struct Export {
        let identifier: UInt64
        var object: ExportedObject
    }

    private var exports: [ObjectPath: [Export]] = [:]
    private var paths: [UInt64: ObjectPath] = [:]

    /// - Throws: ``BusError/invalid(_:)`` if one of its interfaces is there already.
    mutating func add(_ object: ExportedObject, _ identifier: UInt64) throws(BusError) {
        let names = object.interfaces.map(\.name)
        for name in names where interface(name, at: object.path) != nil || names.count(where: { $0 == name }) > 1 {
            throw .invalid("the object \(object.path) has the interface \(name) already")
        }
        exports[object.path, default: []].append(Export(identifier: identifier, object: object))
        paths[identifier] = object.path
    }

    mutating func remove(_ identifier: UInt64) -> ExportedObject? {
        guard
            let path = paths.removeValue(forKey: identifier),
            let index = exports[path]?.firstIndex(where: { $0.identifier == identifier }),
            let export = exports[path]?.remove(at: index)
        else { return nil }
        if exports[path]?.isEmpty == true { exports[path] = nil }
        return export.object
    }

    func contains(_ path: ObjectPath) -> Bool { exports[path] != nil || exports.keys.contains { $0.isBelow(path) } }

    func interfaces(at path: ObjectPath) -> [ExportedInterface] {
        exports[path, default: []].flatMap(\.object.interfaces)
    }

    func interface(_ name: String, at path: ObjectPath) -> ExportedInterface? {
        interfaces(at: path).first { $0.name == name }
    }

    func isObjectManager(_ path: ObjectPath) -> Bool {
        exports[path, default: []].contains(where: \.object.isObjectManager)
    }

    func managers(above path: ObjectPath) -> [ObjectPath] {
        sequence(first: path, next: \.parent).dropFirst().filter(isObjectManager)
    }

    func paths(below ancestor: ObjectPath) -> [ObjectPath] { exports.keys.filter { $0.isBelow(ancestor) }.sorted() }

    /// Changes a property, and answers with it as it was; `nil` if there is none of the name and type.
    mutating func update(
        _ value: BusValue, _ name: String, of interface: String, at path: ObjectPath
    ) -> ExportedProperty? {
        for export in exports[path, default: []].indices {
            let interfaces = exports[path]?[export].object.interfaces ?? []
            guard let index = interfaces.firstIndex(where: { $0.name == interface }),
                let property = interfaces[index].properties[name], property.value.signature == value.signature
            else { continue }
            exports[path]?[export].object.interfaces[index].properties[name]?.value = value
            return property
        }
        return nil
    }
}
