"""A real OpenID Connect provider, oidc-provider-mock, on a free loopback port, which it prints.

Run by tests in Swift and in the browser, with the Python that scripts/openid-mock has installed it for. It ends with
whoever has started it, even a killed one: it waits for the end of its input. Beside what the provider has of its own,
`POST /rotate` has it sign with another key, and `/picture.png` is a picture.
"""

import base64
import logging
import os
import sys
import threading

import flask
import werkzeug.serving
from authlib import jose
from oidc_provider_mock import app

logging.disable(logging.CRITICAL)
provider = app(require_nonce=True)


@provider.post("/rotate")
def rotate():
    flask.g.oidc_provider_mock_storage.jwk = jose.RSAKey.generate_key(is_private=True)
    return "", 204


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
