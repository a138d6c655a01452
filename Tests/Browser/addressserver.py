"""Addresses from a server of the test, in the form of Nominatim's answers."""

import urllib.parse

from answeringserver import AnsweringServer, send_json


class AddressServer(AnsweringServer):
    """`places` is what each search leads to, and `asked` what was searched for."""

    def __init__(self, places):
        self.places, self.asked = places, []

    def answer(self, request):
        query = urllib.parse.parse_qs(urllib.parse.urlparse(request.path).query)
        self.asked.append(query["q"][0])
        send_json(request, self.places)
