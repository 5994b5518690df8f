const { existsSync, readFileSync } = require('node:fs')

/**
 * In place of what Next adds for older browsers. Every browser that knows the pages' colours, `light-dark()`, has its
 * functions, and of `process` the pages read nothing else.
 */
const polyfills = new Map([
  ['polyfill-module.js', ''],
  ['process.js', 'module.exports = { env: {} }'],
])

/**
 * Loads a module of Next from its build of ES modules. Next's own choice for browsers is its CommonJS build, from which
 * the bundler cannot remove what no page uses.
 */
module.exports = function load(source) {
  const [, name] = /\/build\/polyfills\/([^/]+)$/.exec(this.resourcePath) ?? []
  const path = this.resourcePath.replace('/next/dist/', '/next/dist/esm/')
  return polyfills.get(name) ?? (existsSync(path) ? readFileSync(path, 'utf8') : source)
}
