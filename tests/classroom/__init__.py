"""The class as data: deliveries, roster, gradebook, summary."""
