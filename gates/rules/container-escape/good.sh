docker run --rm alpine date
