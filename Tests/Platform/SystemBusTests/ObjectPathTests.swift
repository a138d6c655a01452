import SystemBus
import Testing

struct ObjectPathTests {
    @Test(arguments: ["/", "/org", "/org/bluez/hci0/dev_AA_BB", "/_/0"])
    func `a path is kept as it is`(text: String) throws {
        #expect(try ObjectPath(text).text == text)
    }

    @Test(arguments: ["", "org", "//", "/org/", "/org//bluez", "/org.bluez", "/a b", "/é"])
    func `what breaks the rules is no path`(text: String) {
        #expect(throws: BusError.invalid("\"\(text)\" is not an object path such as /org/bluez")) {
            try ObjectPath(text)
        }
    }

    @Test(arguments: [
        ("/", "org", "/org"), ("/org", "bluez", "/org/bluez"), ("/org", "bluez/hci0", "/org/bluez/hci0"),
        ("/org", "", "/org"), ("/org", "AA:BB", "/org/AA_3aBB"), ("/", "/a//b/", "/a/b"), ("/", "\n", "/_0a"),
    ])
    func `adding to a path always gives a path`(parent: String, child: String, text: String) throws {
        let path = try ObjectPath(parent) + child
        #expect(path.text == text)
        #expect(try ObjectPath(path.text) == path)
    }

    @Test func `a path knows what is above it`() {
        let path: ObjectPath = "/org/bluez/hci0"
        #expect(path.parent == "/org/bluez")
        #expect(path.parent?.parent?.parent == .root)
        #expect(ObjectPath.root.parent == nil)
        #expect(path.name == "hci0")
        #expect(path.elements == ["org", "bluez", "hci0"])
        #expect(path.isBelow("/org") && path.isBelow(.root))
        #expect(!path.isBelow(path) && !path.isBelow("/org/blue") && !ObjectPath.root.isBelow(.root))
    }
}
