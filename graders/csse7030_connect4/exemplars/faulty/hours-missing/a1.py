del num_hours
