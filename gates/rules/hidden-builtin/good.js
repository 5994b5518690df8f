const p = require('child_process')
const name = window[key]
