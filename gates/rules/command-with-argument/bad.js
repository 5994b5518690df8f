const { exec } = require('child_process')
const word = process.argv[2]
exec(`git grep ${word}`)
