import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
// biome-ignore lint/correctness/useImportExtensions: plain JavaScript, with its types beside it
import { createOrphanCheck } from './processes/orphan-check.mjs'

/**
 * Runs on any installed Node version, before packages are installed: imports `node:` modules only.
 */
export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const oldestNode = 20

/** Prints a message and exits with 1. */
export const fail = (sentence) => {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

const readLock = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined)

/**
 * Compares the lockfile with npm's record of installed packages; packages for other platforms (`optional`) may be
 * missing.
 */
const isInstalled = () => {
  const wanted = readLock(join(root, 'package-lock.json'))
  const installed = readLock(join(root, 'node_modules', '.package-lock.json'))
  if (!installed) return false
  return Object.entries(wanted).every(([path, { version, optional, link }]) => {
    if (path === '' || link) return true
    return installed[path] ? installed[path].version === version : optional === true
  })
}

const run = (command, args, options) =>
  new Promise((resolve, reject) => {
    spawn(command, args, { cwd: root, stdio: 'inherit', ...options })
      .once('error', reject)
      .once('exit', (code) => resolve(code ?? 1))
  })

/** Starts npm so that it ends with this process, as in start-process.ts. */
const runNpm = (npm, args) => {
  const preload = join(root, 'scripts', 'processes', 'end-with-parent.mjs')
  return run(process.env.npm_node_execpath ?? process.execPath, ['--import', preload, npm, ...args], {
    env: { ...process.env, TRAVEL_PARENT_PIPE: '3' },
    detached: true,
    stdio: ['ignore', 'inherit', 'inherit', 'pipe'],
  })
}

const install = async () => {
  process.stdout.write('Installing packages (npm ci), which takes a minute or two the first time\n')
  const startedAt = Date.now()
  const { npm_execpath: npm } = process.env
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = npm?.endsWith('.js') ? await runNpm(npm, args) : await run('npm', args)
  if (code !== 0)
    fail('The packages could not be installed: read npm’s output above, and check that the registry is reachable.')
  process.stdout.write(`Packages installed  ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

/** Installs the packages of package-lock.json if needed; returns the path of the pinned Node. */
const ensureInstalled = async () => {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < oldestNode)
    fail(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer from nodejs.org.`)
  if (!isInstalled()) await install()
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(pinned)) {
    fail('The pinned Node is missing: allow npm to run install scripts, then run npm rebuild node.')
  }
  return pinned
}

/**
 * Continues with `script` on the pinned Node. Ctrl-C reaches the whole terminal group, so the script handles it; other
 * signals are forwarded. This process exits with the script; the script detects when this process is gone.
 */
export const goOn = async (script) => {
  let child
  const isOrphan = createOrphanCheck()
  const end = () => (child ? child.kill('SIGTERM') : process.exit(1))
  setInterval(() => isOrphan() && end(), 300).unref()
  // A closed pipe (npm run up | head) ends everything, without a stack trace.
  process.stdout.on('error', end)
  const node = await ensureInstalled()
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
  child = spawn(node, [join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    env: {
      // The cache lets Node compile each module once instead of in every process.
      NODE_COMPILE_CACHE: join(root, 'node_modules', '.cache', 'compiled'),
      ...process.env,
      PATH: path,
      NEXT_TELEMETRY_DISABLED: '1',
    },
    stdio: 'inherit',
  })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  child.once('error', (error) => fail(`The pinned Node could not be started (${error.message}): run npm rebuild node.`))
  child.once('exit', (code) => process.exit(code ?? 1))
}

if (process.argv[1] === import.meta.filename) await ensureInstalled()
