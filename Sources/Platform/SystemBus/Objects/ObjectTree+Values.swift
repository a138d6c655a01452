extension ObjectTree {
    /// All objects below another with their properties, `a{oa{sa{sv}}}`.
    func managedObjects(below ancestor: ObjectPath) -> BusValue {
        let entries = paths(below: ancestor).map { path in
            BusDictionary.Entry(.path(path), Self.describe(interfaces(at: path)))
        }
        return .dictionary(BusDictionary(keyType: "o", valueType: "a{sa{sv}}", entries))
    }

    /// Interfaces with their properties, `a{sa{sv}}`.
    static func describe(_ interfaces: [ExportedInterface]) -> BusValue {
        let entries = interfaces.map { BusDictionary.Entry(.string($0.name), $0.values) }
        return .dictionary(BusDictionary(keyType: "s", valueType: "a{sv}", entries))
    }

    private func children(of path: ObjectPath) -> [String] {
        let depth = path.elements.count
        return Set(paths(below: path).compactMap { $0.elements.dropFirst(depth).first }).sorted()
    }

    func introspection(of path: ObjectPath) -> String {
        var lines = [
            #"<!DOCTYPE node PUBLIC "-//freedesktop//DTD D-BUS Object Introspection 1.0//EN""#,
            #" "http://www.freedesktop.org/standards/dbus/1.0/introspect.dtd">"#,
            "<node>",
        ]
        let standard = [StandardInterface.introspectable, StandardInterface.peer, StandardInterface.properties]
        lines += standard.flatMap(\.introspection)
        if isObjectManager(path) { lines += StandardInterface.objectManager.introspection }
        lines += interfaces(at: path).flatMap(\.introspection)
        lines += children(of: path).map { "  <node name=\"\($0)\"/>" }
        return (lines + ["</node>", ""]).joined(separator: "\n")
    }
}

extension ExportedInterface {
    /// The properties' values, `a{sv}`.
    var values: BusValue { .properties(properties.mapValues(\.value)) }

    fileprivate var introspection: [String] {
        var lines = ["  <interface name=\"\(name)\">"]
        for (name, method) in methods.sorted(by: { $0.key < $1.key }) {
            lines += element("method", name, arguments(method.inputs, "in") + arguments(method.outputs, "out"))
        }
        for (name, signature) in signals.sorted(by: { $0.key < $1.key }) {
            lines += element("signal", name, arguments(signature, nil))
        }
        for (name, property) in properties.sorted(by: { $0.key < $1.key }) { lines += property.introspection(name) }
        return lines + ["  </interface>"]
    }

    private func element(_ kind: String, _ name: String, _ contents: [String]) -> [String] {
        contents.isEmpty
            ? ["    <\(kind) name=\"\(name)\"/>"] : ["    <\(kind) name=\"\(name)\">"] + contents + ["    </\(kind)>"]
    }

    private func arguments(_ signature: String, _ direction: String?) -> [String] {
        let attribute = direction.map { " direction=\"\($0)\"" } ?? ""
        return (Signature.types(signature) ?? []).map { "      <arg type=\"\($0)\"\(attribute)/>" }
    }
}

extension ExportedProperty {
    fileprivate func introspection(_ name: String) -> [String] {
        let access = setter == nil ? "read" : "readwrite"
        let start = "    <property name=\"\(name)\" type=\"\(value.signature)\" access=\"\(access)\""
        guard !isAnnounced else { return [start + "/>"] }
        let annotation = "org.freedesktop.DBus.Property.EmitsChangedSignal"
        return [start + ">", "      <annotation name=\"\(annotation)\" value=\"false\"/>", "    </property>"]
    }
}

/// The interfaces that every object has, for introspection only.
private enum StandardInterface {
    static let introspectable = ExportedInterface(
        name: BusName.introspectable, methods: ["Introspect": method("", "s")]
    )
    static let peer = ExportedInterface(
        name: BusName.peer, methods: ["Ping": method("", ""), "GetMachineId": method("", "s")]
    )
    static let properties = ExportedInterface(
        name: BusName.properties,
        methods: ["Get": method("ss", "v"), "GetAll": method("s", "a{sv}"), "Set": method("ssv", "")],
        signals: ["PropertiesChanged": "sa{sv}as"]
    )
    static let objectManager = ExportedInterface(
        name: BusName.objectManager,
        methods: ["GetManagedObjects": method("", "a{oa{sa{sv}}}")],
        signals: ["InterfacesAdded": "oa{sa{sv}}", "InterfacesRemoved": "oas"]
    )

    private static func method(_ inputs: String, _ outputs: String) -> ExportedMethod {
        ExportedMethod(inputs: inputs, outputs: outputs) { _, _ in [] }
    }
}
