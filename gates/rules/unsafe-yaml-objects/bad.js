const serialize = require('node-serialize')
serialize.unserialize(text)
