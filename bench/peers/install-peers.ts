import { spawn } from 'node:child_process'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'

const Lock = z.object({ packages: z.record(z.string(), z.object({ version: z.string().optional() })) })
const benchDir = join(import.meta.dirname, '..')
const installTimeoutMs = 180_000

/**
 * Installs the peers that `bench/package-lock.json` names, unless they are there. None of their install scripts runs.
 * Gives a sentence when it cannot: each peer then says by itself that it is absent.
 */
export async function installPeers(): Promise<string | undefined> {
  if (await areInstalled()) return undefined
  process.stderr.write('Installing the peers (npm ci --prefix bench): a few seconds, once\n')
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
  return 'The peers could not be installed (see what npm said above, and whether the registry is reachable): their lines say so.'
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

/** What npm prints goes to the error stream: the other one belongs to the measurements. */
function run(command: string, args: readonly string[]): Promise<number | string> {
  return new Promise((resolve) => {
    const child = spawn(command, args, { cwd: benchDir, stdio: ['ignore', 2, 2], timeout: installTimeoutMs })
    child.once('error', (error) => resolve(error.message))
    child.once('exit', (code, signal) => resolve(code ?? signal ?? 'no code'))
  })
}
