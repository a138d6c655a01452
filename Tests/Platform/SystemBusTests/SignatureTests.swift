import Testing

@testable import SystemBus

struct SignatureTests {
    @Test(arguments: [
        ("", []),
        ("s", ["s"]),
        ("sa{sv}ay", ["s", "a{sv}", "ay"]),
        ("a{oa{sa{sv}}}(i(ss))v", ["a{oa{sa{sv}}}", "(i(ss))", "v"]),
        (String(repeating: "a", count: 32) + "y", [String(repeating: "a", count: 32) + "y"]),
    ])
    func `a signature is made of complete types`(text: String, types: [String]) {
        #expect(Signature.types(text) == types)
    }

    @Test(arguments: [
        "a", "(", "()", ")", "(s", "{sv}", "a{vs}", "a{s}", "a{sss}", "a{sv", "z", "s s", "a{(s)v}", "é",
        String(repeating: "s", count: 256), String(repeating: "a", count: 33) + "y",
        String(repeating: "(", count: 33) + "y" + String(repeating: ")", count: 33),
    ])
    func `what breaks the rules is no signature`(text: String) {
        #expect(Signature.types(text) == nil)
    }
}
