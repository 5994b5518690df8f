const { execFile, exec } = require('child_process')
execFile('git', ['grep', process.argv[2]])
exec('git status')
