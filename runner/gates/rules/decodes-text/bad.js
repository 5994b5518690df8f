const text = atob(data)
