from PIL import Image
photo = Image.open("map.png")
