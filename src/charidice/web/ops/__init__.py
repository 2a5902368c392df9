"""For operators: health, metrics, logs, workers."""
