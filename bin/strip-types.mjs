// Node runs no TypeScript below node_modules, where npm puts an installed copy: this removes the types of its files.
import { readFileSync } from 'node:fs'
import { registerHooks, stripTypeScriptTypes } from 'node:module'
import { fileURLToPath } from 'node:url'

const root = new URL('..', import.meta.url).href
const packages = `${root}node_modules/`

registerHooks({
  load(url, context, next) {
    if (!url.startsWith(root) || url.startsWith(packages) || !url.endsWith('.ts')) return next(url, context)
    const source = stripTypeScriptTypes(readFileSync(fileURLToPath(url), 'utf8'))
    return { format: 'module', shortCircuit: true, source }
  },
})
