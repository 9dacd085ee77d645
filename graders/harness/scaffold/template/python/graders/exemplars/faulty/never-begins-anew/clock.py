def as_clock(minutes):
    return f"{minutes // 60}:{minutes % 60:02}"
