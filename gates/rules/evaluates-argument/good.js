const re = /a/
let m
while ((m = re.exec(process.argv[2]))) console.log(m)
