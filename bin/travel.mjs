#!/usr/bin/env node
// The command of an installed copy. Any Node from 20 on starts it; the Node of the dependencies runs the program.
import { spawn } from 'node:child_process'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { dirname, join } from 'node:path'
import { fileURLToPath, pathToFileURL } from 'node:url'

const root = dirname(dirname(fileURLToPath(import.meta.url)))
const node = join(dirname(pathOfNode()), 'bin', 'node')
const loader = pathToFileURL(join(root, 'bin', 'strip-types.mjs'))

function pathOfNode() {
  try {
    return createRequire(import.meta.url).resolve('node/package.json')
  } catch {
    process.stderr.write(`The packages of travel are missing: run npm install in ${root}.\n`)
    process.exit(1)
  }
}

const program = spawn(
  node,
  [
    `--import=${loader}`,
    '--disable-warning=ExperimentalWarning',
    join(root, 'lib/cli/main.ts'),
    ...process.argv.slice(2),
  ],
  {
    stdio: 'inherit',
    env: {
      ...process.env,
      INIT_CWD: process.cwd(),
      // The folder of an installed copy belongs to npm, which deletes it at the next update.
      TRAVEL_DATA_DIR: process.env.TRAVEL_DATA_DIR || join(homedir(), '.travel.aw'),
    },
  },
)
// Ctrl-C reaches the program too, which decides how it ends.
process.on('SIGINT', () => {})
process.on('SIGTERM', () => program.kill('SIGTERM'))
program.on('error', ({ message }) => {
  process.stderr.write(`travel cannot start ${node} (${message}): install it again, with the install scripts of npm.\n`)
  process.exitCode = 1
})
program.on('exit', (code) => {
  process.exitCode = code ?? 1
})
