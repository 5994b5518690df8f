const { existsSync, readFileSync } = require('node:fs')

/**
 * Loads a module of Next from its build of ES modules. Next's own choice for browsers is its CommonJS build, from which
 * the bundler cannot remove what no page uses.
 */
module.exports = function load(source) {
  const path = this.resourcePath.replace('/next/dist/', '/next/dist/esm/')
  return existsSync(path) ? readFileSync(path, 'utf8') : source
}
