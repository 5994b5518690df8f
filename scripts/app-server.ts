import { setTimeout as wait } from 'node:timers/promises'
import { compileCacheFolder } from '#runner/core/compile-cache.ts'
import { printApp } from './print-app.ts'
import { startProcess } from './processes/start-process.ts'
import { StepError } from './steps.ts'

type AppServerOptions = {
  /** `work`: a worker, without pages. */
  readonly mode: 'start' | 'dev' | 'work'
  readonly host: string
  readonly port: number
  readonly env?: Record<string, string | undefined>
  /** The installation to start. Absent: the project. */
  readonly folder?: string | undefined
  /** Receives each line that the app prints. */
  readonly print: (line: string) => void
}

export type AppServer = {
  /** Resolves when /health answers 200. Throws a StepError if the app exits first or is not healthy in time. */
  ready(): Promise<void>
  /** Resolves with the app's exit code. */
  readonly ended: Promise<number>
  /** Stops the app and its child processes, by force after `withinMs`; resolves when all have exited. */
  stop(withinMs?: number): Promise<void>
  /** Kills the app with SIGKILL, like a crash. */
  kill(): void
}

/**
 * V8 would let young objects take 128 MB, and old ones four times what the last collection left, before it collects
 * again. `npm run bench -- soak` tells what the app takes with these. `collectWhenIdle` needs the last one.
 */
const heapFlags = ['--max-semi-space-size=8', '--heap-growing-percent=20', '--expose-gc']

const readyTimeoutMs = 120_000
const pollMs = 100

const urlHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Starts Next or a worker in its own process group: Ctrl-C does not reach it, only `stop` or the end of this process. */
export const startAppServer = (options: AppServerOptions): AppServer => {
  const { mode, host, port } = options
  const publicUrl = options.env?.NEXTAUTH_URL ?? process.env.NEXTAUTH_URL
  const next = ['node_modules/next/dist/bin/next', mode, '-H', host, '-p', String(port)]
  const { child, signal } = startProcess([...heapFlags, ...(mode === 'work' ? ['lib/compose/work.ts'] : next)], {
    folder: options.folder,
    env: {
      ...options.env,
      // Without a public URL, next-auth uses the request's host.
      ...(publicUrl ? {} : { NEXTAUTH_URL: undefined, AUTH_TRUST_HOST: 'true' }),
      HOST: host,
      PORT: String(port),
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
      // Node compiles each file of the built app once, not at every start.
      ...(mode === 'start' ? { NODE_COMPILE_CACHE: process.env.NODE_COMPILE_CACHE || compileCacheFolder } : {}),
      // The app ends its work before it exits (`endOnSignal`). In development, Next exits.
      NEXT_MANUAL_SIG_HANDLE: mode === 'dev' ? undefined : '1',
      // Name lookups may use half of these threads. With Node's four, two slow names would stop all other lookups.
      UV_THREADPOOL_SIZE: process.env.UV_THREADPOOL_SIZE ?? '16',
      // glibc would give every thread a heap of its own, and keep large freed buffers in these heaps.
      MALLOC_ARENA_MAX: process.env.MALLOC_ARENA_MAX ?? '2',
      MALLOC_MMAP_THRESHOLD_: process.env.MALLOC_MMAP_THRESHOLD_ ?? '65536',
    },
  })
  printApp(child, mode, options.print)
  let hasEnded = false
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code) => {
      hasEnded = true
      resolve(code ?? 1)
    })
  })
  const askHealth = async (): Promise<string> => {
    try {
      const response = await fetch(`http://${urlHost(host)}:${port}/health`, { signal: AbortSignal.timeout(10_000) })
      return response.ok ? 'ok' : `${response.status} ${await response.text()}`
    } catch {
      return 'no answer'
    }
  }
  return {
    ended,
    async ready() {
      const deadline = performance.now() + readyTimeoutMs
      let health = ''
      while (performance.now() < deadline) {
        if (hasEnded) throw new StepError('The app exited before it was ready: see its output above.')
        health = await askHealth()
        if (health === 'ok') return
        await wait(pollMs)
      }
      throw new StepError(`The app is not healthy after ${readyTimeoutMs / 1000} s; /health says: ${health}`)
    },
    async stop(withinMs = 15_000) {
      if (hasEnded) return
      // Its work needs the processes that the app started, which end with it.
      if (mode === 'dev') signal('SIGTERM')
      else child.kill('SIGTERM')
      const forced = setTimeout(() => signal('SIGKILL'), withinMs)
      await ended
      clearTimeout(forced)
    },
    kill: () => signal('SIGKILL'),
  }
}
