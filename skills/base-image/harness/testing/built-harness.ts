import { spawn } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { text } from 'node:stream/consumers'
import { build } from 'esbuild'
import type { Json } from '#runner/contract/skill-io.ts'
import type { CallHost } from '../call-host.ts'
import type { BundleRun } from '../run-bundle.ts'

export type Conditions = { seed?: Uint8Array; nowMs?: number; secrets?: Record<string, string | null> }
export type HarnessCall = { params?: Record<string, Json> } & Conditions

/** The harness as in the image, in a temporary folder. */
export type BuiltHarness = AsyncDisposable & {
  /** Runs a skill in a separate process, without a host. */
  run(code: string, call?: HarnessCall): Promise<{ stdout: string; stderr: string; exitCode: number | null }>
  /** Runs a skill in this process, with the test as its host, and returns the outcome. */
  runWith(code: string, callHost: CallHost, call?: HarnessCall): Promise<unknown>
}

const projectDir = process.cwd()

/** Bundles a file of the harness as the image does. Returns the path of the bundle. */
export async function bundleHarness(entry: string, folder: string): Promise<string> {
  const outfile = join(folder, entry.replace(/ts$/, 'mjs'))
  await build({
    entryPoints: [join(projectDir, 'skills/base-image/harness', entry)],
    absWorkingDir: projectDir,
    outfile,
    bundle: true,
    platform: 'node',
    format: 'esm',
    target: 'node24',
    loader: { '.cjs': 'text' },
    logLevel: 'silent',
  })
  return outfile
}

export async function buildHarness(): Promise<BuiltHarness> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-harness-'))
  const bundle = (entry: string) => bundleHarness(entry, folder)
  const main = await bundle('main.ts')
  const { runBundle }: { runBundle: (run: BundleRun) => void } = await import(await bundle('run-bundle.ts'))
  let skills = 0

  return {
    run: async (code, call) => {
      const file = join(folder, `skill-${skills++}.js`)
      await writeFile(file, code)
      const child = spawn(process.execPath, [main, file], { env: { ...process.env, TZ: 'UTC' } })
      child.stdin.end(`${inputOf(call)}\n`)
      const ended = new Promise<number | null>((resolve) => child.once('close', resolve))
      const [stdout, stderr] = await Promise.all([text(child.stdout), text(child.stderr)])
      return { stdout, stderr, exitCode: await ended }
    },
    runWith: (code, callHost, call) =>
      new Promise((resolve, reject) => {
        runBundle({
          code,
          callHost,
          readInput: () => inputOf(call),
          ended: (json) => resolve(JSON.parse(json)),
          failed: reject,
          whenIdle: () => {},
        })
      }),
    [Symbol.asyncDispose]: () => rm(folder, { recursive: true, force: true }),
  }
}

function inputOf({
  params = {},
  seed = new Uint8Array(16).fill(7),
  nowMs = Date.UTC(2026, 2, 15),
  secrets = {},
}: HarnessCall = {}) {
  const _travel = { seed: Buffer.from(seed).toString('base64'), now_ms: nowMs, secrets }
  return JSON.stringify({ action: 'probe', params, config: {}, _travel })
}
