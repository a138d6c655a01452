"""A real OpenID Connect provider, oidc-provider-mock, on a loopback port: scripts/openid-mock installs it from PyPI."""

import json
import os
import pathlib
import subprocess
import urllib.request

ROOT = pathlib.Path(__file__).resolve().parents[2]
PYTHON = pathlib.Path(os.environ.get("TAGALONG_OPENID_MOCK", ROOT / ".build/openid-mock/bin/python"))
PROGRAM = ROOT / "Tests/ServerSupport/openid_provider.py"


class Provider:
    """The provider, as long as the `with` lasts."""

    def __enter__(self):
        environment = dict(os.environ, AUTHLIB_INSECURE_TRANSPORT="1")
        self.process = subprocess.Popen(
            [PYTHON, PROGRAM], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
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
