"""A real OpenID Connect provider, oidc-provider-mock, on a loopback port: scripts/openid-mock installs it from PyPI."""

import json
import os
import pathlib
import subprocess
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = pathlib.Path(os.environ.get("TAGALONG_OPENID_MOCK", ROOT / ".build/openid-mock/bin/python"))

# It ends with this process, even a killed one: it waits for the end of its input.
SCRIPT = """
import base64, logging, os, sys, threading
import flask, werkzeug.serving
from oidc_provider_mock import app
logging.disable(logging.CRITICAL)
provider = app(require_nonce=True)

@provider.get("/picture.png")
def picture():
    return flask.Response(base64.b64decode(
        "iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk+M9QDwADhgGAWjR9awAAAABJRU5ErkJggg=="
    ), mimetype="image/png")

server = werkzeug.serving.make_server("127.0.0.1", 0, provider, threaded=True)
threading.Thread(target=server.serve_forever, daemon=True).start()
print(server.server_port, flush=True)
sys.stdin.read()
os._exit(0)
"""


class Provider:
    """The provider, as long as the `with` lasts."""

    def __enter__(self):
        environment = dict(os.environ, AUTHLIB_INSECURE_TRANSPORT="1")
        self.process = subprocess.Popen(
            [PYTHON, "-c", SCRIPT], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
            env=environment, text=True,
        )
        self.issuer = f"http://127.0.0.1:{int(self.process.stdout.readline())}"
        return self

    def __exit__(self, *_):
        self.process.stdin.close()
        self.process.wait()

    def know(self, subject, **claims):
        """Has it know somebody, and what it says of them."""
        request = urllib.request.Request(
            f"{self.issuer}/users/{subject}", method="PUT", data=json.dumps(claims).encode(),
            headers={"Content-Type": "application/json"},
        )
        urllib.request.urlopen(request).close()
