import Testing
import Tracking

/// What a thing's tracker, or a reminder, is called in topics.
struct DeviceNameTests {
    @Test(arguments: [
        ("Sam's Keys", "sams-keys"), ("  Bike  2 ", "bike-2"), ("Bag für dich", "bag-fur-dich"),
        // The same with a mark of its own behind the letter.
        ("Bag fu\u{308}r dich", "bag-fur-dich"), ("Ključi, rožnati", "kljuci-roznati"), ("Größe 4", "grosse-4"),
        ("Łódź", "lodz"), ("Smørrebrød", "smorrebrod"), ("Ça va?", "ca-va"), ("İstanbul", "istanbul"),
        ("Việt Nam", "viet-nam"), ("Ключи", "thing"), ("鍵 2", "2"), ("\u{1F511}", "thing"), ("\u{212B}", "a"),
    ])
    func `of letters with marks the letters stand`(title: String, name: String) throws {
        #expect(try ItemName(title).deviceName(1, else: "thing") == name)
        #expect(try ItemName(title).deviceName(2, else: "thing") == "\(name)-2")
    }

    @Test func `however long a title is, its name may stand in a topic`() throws {
        for title in [String(repeating: "ß", count: 60), String(repeating: "ä", count: 60)] {
            let text = try ItemName(title).deviceName(99_999, else: "thing")
            #expect(text.count == 56)
            #expect(throws: Never.self) { try Name(text) }
        }
    }
}
