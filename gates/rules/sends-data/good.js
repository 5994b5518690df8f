await fetch(url)
