"""A server of the test that answers what is asked of it with GET."""

import http.server
import json
import threading


class AnsweringServer:
    """Serves as long as the `with` lasts; `answer(request)` answers."""

    def __enter__(self):
        serving = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                serving.answer(self)

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        self.host = f"127.0.0.1:{self.server.server_port}"
        self.url = f"http://{self.host}"
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()


def send_json(request, value):
    """Answers a request with a document."""
    body = json.dumps(value).encode()
    request.send_response(200)
    request.send_header("Content-Type", "application/json")
    request.send_header("Content-Length", str(len(body)))
    request.end_headers()
    request.wfile.write(body)
