"""A program of the tests that takes messages of a webhook."""

import http.server
import json
import threading


class Receiver:
    """Answers as it is told, as long as the `with` lasts."""

    def __init__(self):
        self.status = 204
        self.messages = []
        # Cleared, it keeps whoever asks waiting.
        self.may_answer = threading.Event()
        self.may_answer.set()

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def __enter__(self):
        receiver = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                receiver.messages.append(json.loads(body))
                receiver.may_answer.wait()
                self.send_response(receiver.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self.server.daemon_threads = True
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.may_answer.set()
        self.stop()

    def stop(self):
        self.server.shutdown()
        self.server.server_close()
