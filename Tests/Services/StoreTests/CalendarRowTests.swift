import StoreSupport
import Testing
import Tracking

@testable import Store

/// The calendars that people have connected, as rows.
@Suite(.onBothEngines) struct CalendarRowTests {
    private let store: Store
    private let (sam, lee): (Name, Name)
    private let now = Timestamp(milliseconds: 1_735_689_600_000)

    init() throws {
        store = try .forTest()
        (sam, lee) = (try Name("sam"), try Name("lee"))
    }

    @Test func `an owner has one, and another takes its place`() throws {
        let first = CalendarRow(owner: sam, place: Array("secret".utf8), updated: now)
        let second = CalendarRow(owner: sam, place: [0, 255], updated: now.advanced(by: .seconds(1)))
        let other = CalendarRow(owner: lee, place: [7, 7], updated: now)
        try store.write { transaction in for row in [first, other, second] { try transaction.save(row) } }
        #expect(try store.calendars() == [other, second])
        #expect(try store.calendarOwners() == [other.owner, second.owner])
        #expect(try store.calendar(of: sam) == second)
        #expect(try store.write { try $0.calendar(of: sam) } == second)
        #expect(try store.write { try $0.removeCalendar(of: sam) })
        #expect(try store.calendar(of: sam) == nil)
        #expect(try store.write { try $0.removeCalendar(of: sam) } == false)
        #expect(try store.calendars() == [other])
    }

    @Test func `where one is stands in no description of it`() {
        let row = CalendarRow(owner: sam, place: Array("secret".utf8), updated: now)
        var shown = ""
        dump(row, to: &shown)
        #expect(!"\(row) \(shown)".contains("115") && !"\(row) \(shown)".contains("secret"))
    }

    @Test(arguments: [0, 1, 65_537]) func `a place that is none is refused`(count: Int) throws {
        let row = CalendarRow(owner: sam, place: Array(repeating: 1, count: count), updated: now)
        #expect(throws: StoreError.self) { try store.write { try $0.save(row) } }
        #expect(try store.calendars().isEmpty)
    }
}
