const AdmZip = require('adm-zip')
