import Testing
import Tracking

@testable import tagalong

@Suite struct ItemSearchTests {
    @Test(arguments: ["x--sam_40mail_2eexample/x--My_20Phone", "sam@mail.example/My Phone", "My Phone"])
    func `a phone whose user is called what is no name is found by either`(text: String) throws {
        let phone = DeviceID(owner: try Name(ownTracks: "sam@mail.example"), device: try Name(ownTracks: "My Phone"))
        let other = DeviceID(owner: try Name("sam"), device: try Name("phone"))
        let candidates = [other, phone].map { ItemSearch.Candidate(id: $0, item: nil) }
        let search = ItemSearch(candidates: candidates, place: "here", emptiness: "empty")
        #expect(try search.find(text) == phone)
    }
}
