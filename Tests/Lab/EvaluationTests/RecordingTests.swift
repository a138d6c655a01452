import Foundation
import Ranging
import Settings
import Testing

@testable import Evaluation

@Suite struct RecordingTests {
    private let directory = FileManager.default.temporaryDirectory.appending(path: "evaluation-\(UUID())")

    private func file(_ text: String) throws -> String {
        try FileManager.default.createDirectory(at: directory, withIntermediateDirectories: true)
        let url = directory.appending(path: "a.csv")
        try Data(text.utf8).write(to: url)
        return url.path
    }

    private let corners = [FloorPoint(x: 0, y: 0, z: 2), FloorPoint(x: 3, y: 4, z: 2)]

    @Test func `a recording is read with what is missing`() throws {
        let text = ",ts,x,heading,y,rssi_1,rssi_2\n0,1e18,1,0.5,2,-50,\n1,1000000002e9,3,0.5,4,,-60.5\n"
        let recording = try Recording(file: file(text), receivers: corners, tagHeight: 1)
        #expect(recording.rows.map(\.time) == [0, 2])
        #expect(recording.rows.map(\.strengths) == [[-50, nil], [nil, -60.5]])
        #expect(recording.distance(of: recording.rows[1], to: 1) == 1)
        #expect(recording.series(of: 0).distances == [(6.0).squareRoot()])
        try FileManager.default.removeItem(at: directory)
    }

    @Test func `a time that goes back begins another walk, and nan is nothing heard`() throws {
        let text = "ts,x,y,rssi_1,rssi_2\n5e9,0,0,-50,nan\n6e9,0,0,NaN,-51\n1e9,0,0,-52,\n3e9,0,0,-53,\n"
        let recording = try Recording(file: file(text), receivers: corners, tagHeight: 1)
        #expect(recording.rows.map(\.time) == [0, 1, 3601, 3603])
        #expect(recording.rows[0].strengths == [-50, nil])
        #expect(recording.rows[1].strengths == [nil, -51])
        try FileManager.default.removeItem(at: directory)
    }

    @Test func `a recording with the line breaks of Windows is read like another`() throws {
        let text = "ts,x,y,rssi_1,rssi_2\r\n5e9,0,0,-50,nan\r\n6e9,0,0,,-51\r\n"
        let recording = try Recording(file: file(text), receivers: corners, tagHeight: 1)
        #expect(recording.rows.map(\.strengths) == [[-50, nil], [nil, -51]])
        try FileManager.default.removeItem(at: directory)
    }

    @Test func `receivers are read in the order of their ids`() throws {
        let places = try Recording.receivers(file: file("id,x,y,z\n2,3,4,2\n1,0,0,2\n"))
        #expect(places == corners)
        try FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: [
        ("", ": the file is empty"),
        ("ts,x,y,rssi_1,rssi_2\n", ": no row follows the header"),
        ("ts,x,y,rssi_1\n1,2,3,4\n", ":1: no column 'rssi_2'; ts,x,y,rssi_1 to rssi_2 is expected"),
        ("ts,x,y,rssi_1,rssi_2\n1,2,3,far,-50\n", ":2: RSSI 'far' is no number"),
        ("ts,x,y,rssi_1,rssi_2\n1,,3,-40,-50\n", ":2: x is missing"),
        ("ts,x,y,rssi_1,rssi_2\n\n1,2,3,70,-50\n", ":3: an RSSI of 70.0 dBm is impossible; -150 to 20 is expected"),
        ("ts,x,y,rssi_1,rssi_2\n1,2,3,-40,inf\n", ":2: RSSI 'inf' is no number"),
        ("ts,x,y,rssi_1,rssi_2\n1,2,3,,\n", ": no receiver heard anything"),
    ])
    func `a malformed recording is refused with its line`(text: String, sentence: String) throws {
        let path = try file(text)
        let error = #expect(throws: SettingsError.self) {
            try Recording(file: path, receivers: corners, tagHeight: 1.3)
        }
        #expect(error?.description == path + sentence)
        try FileManager.default.removeItem(at: directory)
    }

    @Test(arguments: [
        ("id,x,y\n1,2,3\n", ":1: no column 'z'; id,x,y,z is expected"),
        ("id,x,y,z\n1,0,0,2\n1,3,4,2\n", ":3: the id 1 is wrong; each of 1 to 2 is expected once"),
        ("id,x,y,z\n1.5,0,0,2\n", ":2: the id 1.5 is wrong; each of 1 to 1 is expected once"),
        ("id,x,y,z\n1,0,0\n", ":2: z is missing"),
    ])
    func `malformed receivers are refused with their line`(text: String, sentence: String) throws {
        let path = try file(text)
        let error = #expect(throws: SettingsError.self) { try Recording.receivers(file: path) }
        #expect(error?.description == path + sentence)
        try FileManager.default.removeItem(at: directory)
    }

    @Test func `halves share their rows`() {
        let rows = (0..<5).map { Recording.Row(time: Double($0), x: 0, y: 0, strengths: [-50]) }
        let (first, second) = Recording(receivers: [corners[0]], tagHeight: 1, rows: rows).halves
        #expect(first.rows + second.rows == rows)
        #expect(first.rows.count == 2)
    }
}
