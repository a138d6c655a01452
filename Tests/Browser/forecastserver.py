"""A forecast from a server of the test, in the form of Open-Meteo's answers: clouds, and rain from three hours ahead on."""

import http.server
import json
import threading
import time

CLOUDS, RAIN = 3, 61


def forecast(now):
    """Of each hour of two days, from the one that is on."""
    hours = range(49)
    start = int(now) // 3600 * 3600
    is_wet = [3 <= hour < 12 for hour in hours]
    hourly = {
        "time": [start + hour * 3600 for hour in hours],
        "weather_code": [RAIN if wet else CLOUDS for wet in is_wet],
        "temperature_2m": [11.5 - hour % 24 * 0.25 for hour in hours],
        # Those are of the hour before.
        "precipitation": [0.0, *(1.4 if wet else 0.0 for wet in is_wet[:-1])],
        "precipitation_probability": [10, *(85 if wet else 10 for wet in is_wet[:-1])],
        "wind_speed_10m": [3.0 for _ in hours],
        "snow_depth": [0.0 for _ in hours],
    }
    return {"hourly": hourly}


class ForecastServer:
    """Serves as long as the `with` lasts."""

    def __enter__(self):
        class Handler(http.server.BaseHTTPRequestHandler):
            def do_GET(self):
                body = json.dumps(forecast(time.time())).encode()
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
