// Imports the module named by the argument and prints what this loads of packages, messages, the contract of manifests and the
// loader of Python, as JSON.
import { registerHooks } from 'node:module'

const loaded = new Set()
registerHooks({
  load(url, context, next) {
    const [, name] =
      /.*\/node_modules\/((?:@[^/]+\/)?[^/]+)/.exec(url) ??
      /\/(messages\/en|load-interpreter\.ts|contract\/manifest\.ts)(?:\/|$)/.exec(url) ??
      []
    if (name !== undefined) loaded.add(name)
    return next(url, context)
  },
})
await import(process.argv[2] ?? '')
process.stdout.write(JSON.stringify([...loaded]))
