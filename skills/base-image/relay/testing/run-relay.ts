import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { build } from 'esbuild'
import { type LogLine, recordingLog } from '#runner/egress/testing/engine-fixture.ts'
import type { FromRelay } from '#runner/runtimes/container/bridge/relay.ts'
import { listenForRelay, type UplinkOptions } from '#runner/runtimes/container/bridge/uplink.ts'
import type { ToRelay } from '#runner/runtimes/container/bridge/uplink-protocol.ts'
import { createInstanceCa, makeAuthority } from '#runner/runtimes/container/gateway/instance-ca.ts'

const projectDir = process.cwd()
const host = '127.0.0.1'
const token = 'x'.repeat(43)
const authority = await makeAuthority(Date.now())

/** The relay as in the image, in a separate process, with an app that listens for it. */
export type RunningRelay = AsyncDisposable & {
  tell(message: ToRelay): void
  /** The relay's next report. */
  hear(): Promise<FromRelay | undefined>
  /** Tells the relay where the app is, and any differing settings. */
  start(other?: { readonly authority?: string; readonly token?: string }): void
  /** Closes the stream of the relay's orders, and returns the relay's exit code. */
  end(): Promise<number | null>
  closeApp(): Promise<void>
  /** The app's notes. */
  readonly lines: readonly LogLine[]
}

export async function runRelay(take: UplinkOptions['take']): Promise<RunningRelay> {
  await using opened = new AsyncDisposableStack()
  const folder = await mkdtemp(join(tmpdir(), 'travel-relay-'))
  opened.defer(() => rm(folder, { recursive: true, force: true }))
  const outfile = join(folder, 'relay.mjs')
  const entry = join(projectDir, 'skills/base-image/relay/main.ts')
  await build({ entryPoints: [entry], outfile, bundle: true, platform: 'node', format: 'esm', logLevel: 'silent' })

  const lines: LogLine[] = []
  const app = await listenForRelay({ ca: createInstanceCa(authority), host, token, take, log: recordingLog(lines) })
  opened.use(app)
  const child = spawn(process.execPath, [outfile], { stdio: ['pipe', 'pipe', 'inherit'] })
  const exited = once(child, 'exit')
  opened.defer(async () => {
    child.kill('SIGKILL')
    await exited
  })
  const said = createInterface({ input: child.stdout })[Symbol.asyncIterator]()
  const tell = (message: ToRelay) => void child.stdin.write(`${JSON.stringify(message)}\n`)
  const acquired = opened.move()
  return {
    lines,
    tell,
    async hear() {
      const line = await said.next()
      return line.done ? undefined : JSON.parse(line.value)
    },
    start: (other) =>
      tell({ type: 'start', host, port: app.port, authority: authority.certificatePem, token, ...other }),
    async end() {
      child.stdin.end()
      await exited
      return child.exitCode
    },
    closeApp: async () => app[Symbol.asyncDispose](),
    [Symbol.asyncDispose]: () => acquired.disposeAsync(),
  }
}
