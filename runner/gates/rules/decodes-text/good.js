const text = String(data)
