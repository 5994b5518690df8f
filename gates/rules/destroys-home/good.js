fs.rmSync('dist', { recursive: true })
