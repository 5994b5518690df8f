import { type AppServer, startAppServer } from '../../scripts/app-server.ts'
import { findFreePort } from '../../scripts/free-port.ts'
import { withoutSettings } from '../../scripts/testing/without-settings.ts'
import { listenerOf } from '../web/listener-of.ts'

/** A process of the built app. */
export type Node = {
  readonly name: string
  readonly url: string
  start(): Promise<void>
  /** With SIGKILL. */
  kill(): Promise<void>
  /** As a rolling update does: SIGTERM, and the work ends. */
  stop(): Promise<void>
  /** Stops its process with SIGSTOP, as a machine that hangs. */
  pause(): void
  goOn(): void
}

/** Shifts the clock of a process, for `--import`. */
const shiftedClock = (ms: number): string => {
  const code = `const Given = Date; const now = () => Given.now() + ${ms}; globalThis.Date = class Date extends Given {
    constructor(...given) { if (given.length > 0) super(...given); else super(now()) } static now() { return now() }
    static UTC(...given) { return Given.UTC(...given) } static parse(text) { return Given.parse(text) } }`
  return `--import=data:text/javascript,${encodeURIComponent(code)}`
}

type Options = {
  readonly name: string
  readonly settings: Readonly<Record<string, string>>
  /** How far its clock is ahead. */
  readonly aheadMs?: number
}

export async function createNode({ name, settings, aheadMs }: Options): Promise<Node> {
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  let app: AppServer | undefined
  const signal = (what: 'SIGSTOP' | 'SIGCONT') => void process.kill(listener, what)
  let listener = 0
  return {
    name,
    url,
    async start() {
      app = startAppServer({
        mode: 'start',
        host: '127.0.0.1',
        port,
        env: {
          ...withoutSettings,
          TRAVEL_TRUST_PROXY: '1',
          TRAVEL_CONTAINER_RUNTIME: 'off',
          LOG_LEVEL: 'fatal',
          ...settings,
          ...(aheadMs === undefined ? {} : { NODE_OPTIONS: shiftedClock(aheadMs) }),
        },
        print: (line) => process.stderr.write(`${name}: ${line}\n`),
      })
      await app.ready()
      listener = listenerOf(port)
    },
    async kill() {
      app?.kill()
      await app?.ended
    },
    stop: async () => app?.stop(),
    pause: () => signal('SIGSTOP'),
    goOn: () => signal('SIGCONT'),
  }
}
