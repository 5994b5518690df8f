import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
const benchDir = join(import.meta.dirname, '..')
const installTimeoutMs = 180_000

/**
 * Installs the peers of `bench/package-lock.json` if needed, without running their install scripts. On failure returns
 * a message; each peer then reports its own absence.
 */
export async function installPeers(): Promise<string | undefined> {
  if (await areInstalled()) return undefined
  process.stderr.write('Installing the peers once (npm ci --prefix bench), which takes a few seconds\n')
  const args = [
    'ci',
    '--prefix',
    benchDir,
    '--ignore-scripts',
    '--no-audit',
    '--no-fund',
    '--loglevel=error',
    '--fetch-retries=1',
  ]
  const { npm_execpath: npm, npm_node_execpath: node } = process.env
  const code = await (npm?.endsWith('.js') ? run(node ?? process.execPath, [npm, ...args]) : run('npm', args))
  if (code === 0) return undefined
  return 'The peers could not be installed, so they count as absent. Read npm’s output above and check the registry.'
}

async function areInstalled(): Promise<boolean> {
  const [wanted, installed] = await Promise.all([
    readLock(join(benchDir, 'package-lock.json')),
    readLock(join(benchDir, 'node_modules', '.package-lock.json')),
  ])
  if (!wanted || !installed) return false
  return Object.entries(wanted).every(([path, { version }]) => path === '' || installed[path]?.version === version)
}

async function readLock(path: string) {
  const text = await readFile(path, 'utf8').catch(() => undefined)
  return text === undefined ? undefined : Lock.parse(JSON.parse(text)).packages
}

/** npm's output goes to standard error, because standard output holds the measurements. */
function run(command: string, args: readonly string[]): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: benchDir, stdio: ['ignore', 2, 2], timeout: installTimeoutMs })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
}
