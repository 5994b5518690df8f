const child = spawn("git", ["status"])
child.stdout.pipe(process.stdout)
