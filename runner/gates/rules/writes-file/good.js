fs.readFileSync('in.txt')
