from urllib.request import urlopen
print(urlopen("https://shop.site/prices").read())
