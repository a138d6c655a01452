import Access
import Testing
import Tracking

@Suite struct GrantByAreaTests {
    private let keys: DeviceID
    private let bag: DeviceID

    init() throws {
        let sam = try Name("sam")
        (keys, bag) = (DeviceID(owner: sam, device: try Name("keys")), DeviceID(owner: sam, device: try Name("bag")))
    }

    @Test(arguments: ["sam=last:area", "sam/keys=history:area", "sam/keys=last"])
    func `a share by area is written as it is read`(text: String) throws {
        let grant = try Grant(written: text)
        #expect(grant.description == text)
        #expect(grant.isByArea == text.hasSuffix(":area"))
    }

    @Test(arguments: ["sam=command:area", "sam=none:area", "sam=:area", "sam=area", "sam=last:town", "sam=last:"])
    func `who commands a thing knows where it is, and no other word is known`(text: String) {
        #expect(throws: AccessError.badGrant(text)) { try Grant(written: text) }
    }

    @Test func `the most exact grant says how exact positions are`() throws {
        let kim = Principal(
            account: try Name("kim"),
            isAdministrator: false,
            grants: [try Grant(written: "sam=history:area"), try Grant(written: "sam/bag=last")]
        )
        #expect(kim.isByArea(keys) && !kim.isByArea(bag))
        #expect(kim.may(.history, keys) && !kim.may(.history, bag))
        #expect(!Principal.anybody.isByArea(keys))
    }

    @Test func `a share by area is kept, and replaced by an exact one`() throws {
        let bench = try AccessBench()
        let (kim, area) = (try Name("kim"), try Grant(written: "sam/keys=history:area"))
        try bench.access.add(kim, isAdministrator: false, grants: [area], at: bench.start)
        #expect(try bench.access.accounts().first?.grants == [area])
        let exact = try Grant(written: "sam/keys=history")
        try bench.access.setGrants([exact], of: kim, at: bench.start)
        #expect(try bench.access.accounts().first?.grants == [exact])
    }
}
