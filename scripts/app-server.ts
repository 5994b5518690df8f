import { spawn } from 'node:child_process'
import { setTimeout as wait } from 'node:timers/promises'
import { printApp } from './print-app.ts'
import { root, StepError } from './steps.ts'

export type AppServerOptions = {
  readonly mode: 'start' | 'dev'
  readonly host: string
  readonly port: number
  readonly env?: Record<string, string | undefined>
  /** Where each line that the app prints goes. */
  readonly print: (line: string) => void
}

export type AppServer = {
  /** Resolves when /health answers 200. Throws a StepError when the app ends first, or is not healthy in time. */
  ready(): Promise<void>
  /** Resolves with the exit code when the app has ended. */
  readonly ended: Promise<number>
  /** Ends the app and all that it started; resolves when they have ended. */
  stop(): Promise<void>
  /** Ends the app at once and unprepared, as a crash would. */
  kill(): void
}

const readyTimeoutMs = 120_000
const stopTimeoutMs = 15_000
const pollMs = 100

const urlHost = (host: string): string => {
  if (host === '0.0.0.0') return '127.0.0.1'
  if (host === '::') return '[::1]'
  return host.includes(':') ? `[${host}]` : host
}

/** Starts Next as a process group of its own, so that a Ctrl-C ends it once, through `stop`, and wholly. */
export const startAppServer = (options: AppServerOptions): AppServer => {
  const { mode, host, port } = options
  const { NEXTAUTH_URL: publicUrl, ...environment } = { ...process.env, ...options.env }
  const child = spawn(process.execPath, ['node_modules/next/dist/bin/next', mode, '-H', host, '-p', String(port)], {
    cwd: root,
    env: {
      ...environment,
      // Without a public address next-auth takes the one that the browser asked for.
      ...(publicUrl ? { NEXTAUTH_URL: publicUrl } : { AUTH_TRUST_HOST: 'true' }),
      HOST: host,
      PORT: String(port),
      NODE_ENV: mode === 'dev' ? 'development' : 'production',
      NEXT_TELEMETRY_DISABLED: '1',
    },
    detached: true,
    stdio: ['ignore', 'pipe', 'pipe'],
  })
  printApp(child, mode, options.print)
  let hasEnded = false
  const ended = new Promise<number>((resolve, reject) => {
    child.once('error', reject)
    child.once('close', (code, signal) => {
      hasEnded = true
      resolve(code ?? (signal ? 1 : 0))
    })
  })
  const signalGroup = (signal: NodeJS.Signals): void => {
    try {
      if (child.pid) process.kill(-child.pid, signal)
    } catch {
      // The group has ended.
    }
  }
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
        if (hasEnded) throw new StepError('The app ended before it was ready: what it said stands above.')
        health = await askHealth()
        if (health === 'ok') return
        await wait(pollMs)
      }
      throw new StepError(`The app is not healthy after ${readyTimeoutMs / 1000} s; /health says: ${health}`)
    },
    async stop() {
      if (hasEnded) return
      signalGroup('SIGTERM')
      const forced = setTimeout(() => signalGroup('SIGKILL'), stopTimeoutMs)
      await ended
      clearTimeout(forced)
    },
    kill: () => signalGroup('SIGKILL'),
  }
}
