"""Addresses from a server of the test, in the form of Nominatim's answers."""

import http.server
import json
import threading
import urllib.parse


class AddressServer:
    """Serves as long as the `with` lasts; `places` is what each search leads to, and `asked` what was searched for."""

    def __init__(self, places):
        self.places, self.asked = places, []

    def __enter__(self):
        addresses = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                query = urllib.parse.parse_qs(urllib.parse.urlparse(self.path).query)
                addresses.asked.append(query["q"][0])
                body = json.dumps(addresses.places).encode()
                self.send_response(200)
                self.send_header("Content-Type", "application/json")
                self.send_header("Content-Length", str(len(body)))
                self.end_headers()
                self.wfile.write(body)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.url = f"http://127.0.0.1:{self.server.server_port}"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()
