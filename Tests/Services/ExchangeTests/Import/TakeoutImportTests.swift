import Exchange
import Store
import Testing
import Tracking

struct TakeoutImportTests {
    @Test
    func `records are read with what Google tells of each`() throws {
        let store = try Store.inMemory()
        let report = try store.take(
            """
            {"locations": [{
              "latitudeE7": 460569000, "longitudeE7": 145058000, "accuracy": 13, "velocity": 10, "heading": 91,
              "altitude": 300, "verticalAccuracy": 3, "source": "GPS", "deviceTag": -1234,
              "activity": [{"activity": [{"type": "STILL", "confidence": 99}], "timestamp": "2024-05-01T09:00:00Z"}],
              "timestamp": "2024-05-01T09:00:00.123Z"
            }, {
              "latitudeE7": -338688000, "longitudeE7": 1512093000, "source": "WIFI", "timestampMs": "1714554000000"
            }, {
              "longitudeE7": 4294967295, "latitudeE7": 515000000, "timestamp": "2024-05-01T10:00:00Z"
            }, {"source": "WIFI", "activeWifiScan": {"accessPoints": [{"mac": "1"}]}, "timestamp": "2024-05-01T10:00:00Z"}]}
            """
        )
        #expect((report.stored, report.passedOver) == (3, 1))
        let fixes = try store.everything()
        #expect(fixes[0].fix.coordinate == (try Coordinate(latitude: -33.8688, longitude: 151.2093)))
        #expect(fixes[0].source == nil)
        #expect(fixes[1].fix.time == Timestamp("2024-05-01T09:00:00.123Z"))
        #expect((fixes[1].fix.accuracy, fixes[1].fix.speed, fixes[1].fix.course) == (13, 36, 91))
        #expect((fixes[1].fix.altitude, fixes[1].fix.verticalAccuracy, fixes[1].source) == (300, 3, .gnss))
        // Some years' records have lost the sign of a longitude.
        #expect(fixes[2].fix.coordinate.longitude == -0.0000001)
    }

    @Test
    func `a phone's timeline gives its paths, visits, activities and signals`() throws {
        let store = try Store.inMemory()
        let report = try store.take(
            """
            {"semanticSegments": [
              {"startTime": "2024-05-01T08:00:00.000+02:00", "endTime": "2024-05-01T10:00:00.000+02:00",
               "timelinePath": [{"point": "46.05°, 14.5°", "time": "2024-05-01T08:01:00.000+02:00"},
                                {"point": "46.06°, -14.51°", "time": "2024-05-01T08:02:00.000+02:00"}]},
              {"startTime": "2024-05-01T10:00:00+02:00", "endTime": "2024-05-01T11:00:00+02:00",
               "visit": {"hierarchyLevel": 0, "topCandidate": {"placeId": "x", "placeLocation": {"latLng": "46.1°, 14.6°"}}}},
              {"startTime": "2024-05-01T11:00:00+02:00", "endTime": "2024-05-01T11:30:00+02:00",
               "activity": {"start": {"latLng": "46.1°, 14.6°"}, "end": {"latLng": "46.2°, 14.7°"}, "distanceMeters": 9}}
            ], "rawSignals": [
              {"position": {"LatLng": "46.3°, 14.8°", "accuracyMeters": 13, "altitudeMeters": 300.5, "source": "GPS",
                            "timestamp": "2024-05-01T12:00:00.000+02:00", "speedMetersPerSecond": 2}},
              {"wifiScan": {"deliveryTime": "2024-05-01T12:00:00.000+02:00", "devicesRecords": [{"mac": 1}]}}
            ], "userLocationProfile": {"frequentPlaces": []}}
            """
        )
        // The activity begins where and when the visit ends.
        #expect((report.stored, report.duplicates, report.passedOver) == (6, 1, 1))
        let fixes = try store.everything()
        #expect(fixes.map(\.fix.coordinate.latitude) == [46.05, 46.06, 46.1, 46.1, 46.2, 46.3])
        #expect(fixes[1].fix.coordinate.longitude == -14.51)
        #expect(fixes[0].fix.time == Timestamp("2024-05-01T06:01:00Z"))
        #expect((fixes[5].fix.accuracy, fixes[5].fix.speed, fixes[5].source) == (13, 7.2, .gnss))
    }

    @Test
    func `another phone's timeline is a list, with minutes since its segment began`() throws {
        let store = try Store.inMemory()
        let report = try store.take(
            """
            [{"endTime": "2024-05-01T10:00:00.000Z", "startTime": "2024-05-01T08:00:00.000Z",
              "timelinePath": [{"point": "geo:46.05,14.5", "durationMinutesOffsetFromStartTime": "7"}]},
             {"endTime": "2024-05-01T11:00:00.000Z", "startTime": "2024-05-01T10:30:00.000Z",
              "visit": {"topCandidate": {"placeLocation": "geo:46.1,14.6"}}}]
            """
        )
        #expect(report.stored == 3)
        #expect(
            try store.everything().map(\.fix.time)
                == [
                    "2024-05-01T08:07:00Z", "2024-05-01T10:30:00Z", "2024-05-01T11:00:00Z",
                ].compactMap { Timestamp($0) }
        )
    }

    @Test(arguments: [
        (
            "{\"locations\": [\n{\"latitudeE7\": 1, \"longitudeE7\": 1}]}",
            "a.file:2: position 1: a time is expected"
        ),
        (
            "{\"rawSignals\": [{\"position\": {\"LatLng\": \"here\", \"timestamp\": \"2024-05-01T10:00:00Z\"}}]}",
            "a.file:1: position 1: a position such as '46.0569°, 14.5058°' is expected, 'here' stands there"
        ),
        ("{\"locations\": [\n{\"latitudeE7\": 1", "a.file:2: the file ends in the middle of its JSON"),
        ("{\"locations\": [}", "a.file:1: this is no JSON: a value is expected, '}' stands there"),
        ("{\"locations\": []} []", "a.file:1: this is no JSON: the end of the file is expected, '[' stands there"),
        ("{\"locations\": []}", "a.file: there is no position in it"),
        ("[1]", "a.file: there is no position in it"),
    ])
    func `a bad file is named`(text: String, sentence: String) throws {
        let found = try refusal(text)
        #expect(found == sentence || (text == "[1]" && found.isEmpty))
    }

    @Test
    func `JSON nested too deep, and texts without an end, are refused`() throws {
        let deep = "{\"locations\": " + String(repeating: "[", count: 100_000)
        #expect(try refusal(deep) == "a.file:1: it is nested more than 64 deep")
        let long = "{\"locations\": [{\"timestamp\": \"" + String(repeating: "x", count: 5000) + "\"}]}"
        #expect(try refusal(long) == "a.file:1: a text of at most 4096 bytes is expected")
    }

    @Test
    func `a feature's kind of geometry and its time are asked for`() throws {
        let line =
            #"{"type":"Feature","geometry":{"type":"LineString","coordinates":[[14,46],[15,47]]},"properties":{}}"#
        #expect(
            try refusal(line)
                == "a.file:1: position 1: a Point with properties.time is expected, a LineString stands there"
        )
        let point =
            #"{"type":"FeatureCollection","features":[{"type":"Feature","geometry":{"type":"Point","coordinates":[14,46]}}]}"#
        #expect(
            try refusal(point)
                == "a.file:1: position 1: properties.time: a time such as 2026-05-01T09:00:00Z is expected"
        )
    }
}
