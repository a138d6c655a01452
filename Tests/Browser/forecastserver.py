"""A forecast from a server of the test, in the form of Open-Meteo's answers: clouds, and rain from three hours ahead on."""

import time

from answeringserver import AnsweringServer, send_json

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


class ForecastServer(AnsweringServer):
    """Tells the forecast of the moment at which it is asked."""

    def answer(self, request):
        send_json(request, forecast(time.time()))
