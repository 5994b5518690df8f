const serialize = require('serialize-javascript')
