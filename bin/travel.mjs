#!/usr/bin/env node
// The command `travel`. Any Node from 20 on starts it; the Node of the dependencies runs the program.
import { spawn } from 'node:child_process'
import module, { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join, sep } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const main = join(root, 'lib', 'cli', 'main.ts')
// npm puts an installed copy there.
const isInstalled = root.split(sep).includes('node_modules')
const node = nodeOfPackages()

function nodeOfPackages() {
  try {
    const require = createRequire(import.meta.url)
    const { version } = require('node/package.json')
    return { version, path: join(dirname(require.resolve('node/package.json')), 'bin', 'node') }
  } catch {
    process.stderr.write(`The packages of travel are missing: run npm install in ${root}.\n`)
    process.exit(1)
  }
}

if (!isInstalled && process.versions.node === node.version) {
  // Before any TypeScript, so that Node removes the types of each module only once.
  module.enableCompileCache(join(root, 'node_modules', '.cache', 'compiled'))
  await import(pathToFileURL(main).href)
} else {
  spawnProgram()
}

function spawnProgram() {
  const loader = pathToFileURL(join(root, 'bin', 'strip-types.mjs'))
  const flags = isInstalled ? [`--import=${loader}`, '--disable-warning=ExperimentalWarning'] : []
  // The folder of an installed copy belongs to npm, which deletes it at the next update.
  const data = isInstalled && { TRAVEL_DATA_DIR: process.env.TRAVEL_DATA_DIR || join(homedir(), '.travel.aw') }
  const program = spawn(node.path, [...flags, main, ...process.argv.slice(2)], {
    stdio: 'inherit',
    env: { ...process.env, ...(isInstalled && { INIT_CWD: process.cwd() }), ...data },
  })
  // Ctrl-C reaches the program too, which decides how it ends.
  process.on('SIGINT', () => {})
  process.on('SIGTERM', () => program.kill('SIGTERM'))
  program.on('error', ({ message }) => {
    process.stderr.write(
      `travel cannot start ${node.path} (${message}): install it again, with the install scripts of npm.\n`,
    )
    process.exitCode = 1
  })
  program.on('exit', (code) => {
    process.exitCode = code ?? 1
  })
}
