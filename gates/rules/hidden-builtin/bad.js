const p = require('child_' + kind)
