const image = atob(data)
show(image)
