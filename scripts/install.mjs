import { spawn } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'

/**
 * Runs on whatever Node the machine has, before anything is installed: `node:` modules only.
 */
export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..')
const oldestNode = 20

/** A sentence for the person at the terminal, and the end. */
export const fail = (sentence) => {
  process.stderr.write(`\n${sentence}\n`)
  process.exit(1)
}

const readLock = (path) => (existsSync(path) ? JSON.parse(readFileSync(path, 'utf8')).packages : undefined)

/** npm writes what it has installed; what is for other machines (`optional`) may be missing. */
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

const install = async () => {
  process.stdout.write('Installing packages (npm ci): a minute or two the first time\n')
  const startedAt = Date.now()
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const args = ['ci', '--include=dev', '--no-audit', '--no-fund', '--loglevel=error']
  const code = npm?.endsWith('.js') ? await run(node ?? process.execPath, [npm, ...args]) : await run('npm', args)
  if (code !== 0)
    fail('The packages could not be installed: see what npm said above, and that the registry is reachable.')
  process.stdout.write(`Packages installed  ${((Date.now() - startedAt) / 1000).toFixed(1)} s\n`)
}

/** Installs what package-lock.json names unless it is there, and gives the path of the pinned Node. */
export const ensureInstalled = async () => {
  const [major] = process.versions.node.split('.').map(Number)
  if (major < oldestNode)
    fail(`Node ${process.versions.node} is too old: install Node ${oldestNode} or newer from nodejs.org.`)
  if (!isInstalled()) await install()
  const pinned = join(root, 'node_modules', 'node', 'bin', process.platform === 'win32' ? 'node.exe' : 'node')
  if (!existsSync(pinned)) {
    fail('The pinned Node is missing: run npm rebuild node (npm needs to be allowed to run install scripts).')
  }
  return pinned
}

/**
 * Goes on as `script` on the pinned Node. Ctrl-C reaches the whole terminal group, so it is the script's to answer;
 * other signals are passed on. The script's end is this process's end; this process's end is told to the script.
 */
export const goOn = async (script) => {
  const node = await ensureInstalled()
  const path = [join(root, 'node_modules', '.bin'), process.env.PATH].join(process.platform === 'win32' ? ';' : ':')
  const child = spawn(node, [join(root, 'scripts', script), ...process.argv.slice(2)], {
    cwd: root,
    env: { ...process.env, PATH: path, NEXT_TELEMETRY_DISABLED: '1' },
    stdio: ['inherit', 'inherit', 'inherit', 'ipc'],
  })
  process.on('SIGINT', () => {})
  for (const signal of ['SIGTERM', 'SIGHUP']) process.on(signal, () => child.kill(signal))
  // npm passes a signal on to its shell, and the shell not to us: when the shell is gone, we were meant too.
  const parent = process.ppid
  setInterval(() => process.ppid === parent || child.kill('SIGTERM'), 300).unref()
  child.once('error', (error) => fail(`The pinned Node could not be started (${error.message}): run npm rebuild node.`))
  child.once('exit', (code) => process.exit(code ?? 1))
}
