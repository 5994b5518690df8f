execSync(`convert ${name} out.png`)
