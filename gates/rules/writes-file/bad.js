fs.writeFileSync('out.txt', 'x')
