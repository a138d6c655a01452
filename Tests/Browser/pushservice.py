"""A push service of the tests, which reads what it is sent as a browser would: by http_ece, which is not ours."""

import base64
import http.server
import json
import secrets
import threading
import time

import http_ece
from cryptography.exceptions import InvalidSignature
from cryptography.hazmat.primitives import hashes, serialization
from cryptography.hazmat.primitives.asymmetric import ec, utils


def text(data):
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


def data(text):
    return base64.urlsafe_b64decode(text + "=" * (-len(text) % 4))


class PushService:
    """Takes messages for one browser, as long as the `with` lasts."""

    def __init__(self):
        self.key = ec.generate_private_key(ec.SECP256R1())
        self.secret = secrets.token_bytes(16)
        self.path = f"/push/{secrets.token_urlsafe(12)}"
        # What the next messages are answered.
        self.status = 201
        self.messages, self.headers, self.faults = [], [], []

    @property
    def origin(self):
        return f"http://127.0.0.1:{self.server.server_port}"

    def subscription(self):
        """What the browser has of its subscription."""
        point = self.key.public_key().public_bytes(
            serialization.Encoding.X962, serialization.PublicFormat.UncompressedPoint
        )
        keys = {"p256dh": text(point), "auth": text(self.secret)}
        return {"endpoint": self.origin + self.path, "expirationTime": None, "keys": keys}

    def titles(self):
        return [message["title"] for message in self.messages]

    def __enter__(self):
        service = self

        class Handler(http.server.BaseHTTPRequestHandler):
            def do_POST(self):
                body = self.rfile.read(int(self.headers["Content-Length"]))
                try:
                    service.take(self.path, self.headers, body)
                except Exception as error:  # noqa: BLE001: whatever it is, the test is to say it.
                    service.faults.append(repr(error))
                self.send_response(service.status)
                self.send_header("Content-Length", "0")
                self.end_headers()

            def log_message(self, *_):
                pass

        self.server = http.server.ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        threading.Thread(target=self.server.serve_forever, daemon=True).start()
        return self

    def __exit__(self, *_):
        self.server.shutdown()
        self.server.server_close()

    def take(self, path, headers, body):
        assert path == self.path, path
        assert headers["Content-Encoding"] == "aes128gcm"
        # RFC 8030 and what push services take at most.
        assert len(body) <= 4096 and int(headers["TTL"]) >= 0
        self.check(headers["Authorization"])
        message = http_ece.decrypt(body, private_key=self.key, auth_secret=self.secret, version="aes128gcm")
        self.headers.append(dict(headers))
        self.messages.append(json.loads(message))

    def check(self, authorization):
        """Whether the sender shows who it is (RFC 8292)."""
        scheme, fields = authorization.split(" ", 1)
        assert scheme == "vapid"
        fields = dict(field.strip().split("=", 1) for field in fields.split(","))
        self.sender = fields["k"]
        signed, signature = fields["t"].rsplit(".", 1)
        numbers = data(signature)
        der = utils.encode_dss_signature(int.from_bytes(numbers[:32], "big"), int.from_bytes(numbers[32:], "big"))
        key = ec.EllipticCurvePublicKey.from_encoded_point(ec.SECP256R1(), data(fields["k"]))
        try:
            key.verify(der, signed.encode(), ec.ECDSA(hashes.SHA256()))
        except InvalidSignature as error:
            raise AssertionError("the signature is not the sender's") from error
        claims = json.loads(data(signed.split(".")[1]))
        assert claims["aud"] == self.origin and claims["sub"].startswith(("mailto:", "https:"))
        assert 0 < claims["exp"] - time.time() <= 86400
