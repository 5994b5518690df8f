String.fromCharCode(65)
