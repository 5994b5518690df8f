import { rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { pathToFileURL } from 'node:url'
import { withDatabase } from '../e2e/support/database.ts'
import { host, openProvider } from './chaos/provider.ts'
import type { Report } from './measure.ts'
import { lockedProfile } from './script-agents.ts'
import { type Clients, type Kind, kinds } from './soak/clients.ts'
import { watchProcess } from './soak/watch-process.ts'
import { ascending, percentile } from './statistics.ts'
import { aligned } from './table.ts'
import { becomeOperator } from './web/become-operator.ts'
import { startGuestSession, startGuestSessions } from './web/guest-session.ts'
import { listenerOf } from './web/listener-of.ts'
import { type OpenApp, openApp } from './web/open-app.ts'

const guestCount = 40
const profileCount = 8
const minuteMs = 60_000
const mb = 1024 * 1024
/** Until idle workers have ended. */
const shortestRest = 6

/** What happened since the last look. */
type Log = { readonly times: Map<string, number[]>; readonly failures: string[]; readonly errors: string[] }
/** In MB, seconds of processor time, milliseconds, and numbers of lines. */
type Row = Readonly<Record<string, number | string>>

/**
 * Uses the built app as travelers, agents and an operator do, at about two thirds of a core, then leaves it alone for
 * half as long. Looks every minute at what it takes. No request may fail, and the log may have no line of level `error`.
 */
export async function soak(asJson: boolean, minutes: number): Promise<Report> {
  await using provider = await openProvider()
  const log: Log = { times: new Map(), failures: [], errors: [] }
  const heapFile = join(tmpdir(), `travel-bench-${process.pid}.heap`)
  const settings = {
    TRAVEL_UPSTREAMS: JSON.stringify({ [host]: provider.url }),
    TRAVEL_CONTAINER_RUNTIME: 'off',
    BENCH_HEAP_FILE: heapFile,
    NODE_OPTIONS: `${process.env.NODE_OPTIONS ?? ''} --import=${pathToFileURL(join(import.meta.dirname, 'soak', 'tell-heap.ts'))}`,
  }
  const print = (line: string) => {
    if (!/"level":"(error|fatal)"/.test(line)) return
    log.errors.push(line)
    process.stderr.write(`${line}\n`)
  }
  await using app = await openApp(settings, { print })
  const pid = listenerOf(Number(new URL(app.url).port))
  const watched = watchProcess(pid, heapFile, app)
  const clients = await openClients(app)
  const rows: Row[] = []
  let [lastMs, lastBytes] = [watched.cpuMs(), await watched.diskBytes()]
  const look = async (name: string, withHeap: boolean) => {
    const [cpuMs, disk, rss] = [watched.cpuMs(), await watched.diskBytes(), watched.rssBytes()]
    const row: Row = {
      minute: name,
      'rss MB': Math.round(rss / mb),
      'heap MB': withHeap ? Math.round((await watched.heapBytes()) / mb) : '',
      'disk MB': Number(((disk - lastBytes) / mb).toFixed(1)),
      'cpu s': Number(((cpuMs - lastMs) / 1000).toFixed(1)),
      ...timesOf(log.times, 'hotel search'),
      ...timesOf(log.times, 'new flight search'),
      errors: log.errors.length,
      failed: log.failures.length,
    }
    log.times.clear()
    ;[lastMs, lastBytes] = [cpuMs, disk]
    rows.push(row)
    process.stderr.write(`soak, ${JSON.stringify(row)}\n`)
  }
  await look('start', true)
  const load = startLoad(clients, log)
  for (let minute = 1; minute <= minutes; minute += 1) {
    await wait(minuteMs)
    await look(String(minute), minute === Math.ceil(minutes / 2) || minute === Math.floor(minutes))
  }
  await load.end()
  const rest = Math.max(shortestRest, Math.ceil(minutes / 2))
  for (let minute = 1; minute <= rest; minute += 1) {
    await wait(minuteMs)
    await look(`rest ${minute}`, minute === rest)
  }
  await rm(heapFile)
  const wrong = [...log.errors, ...log.failures]
  const lines = asJson ? rows.map((row) => JSON.stringify({ bench: 'soak', ...row })) : [tableOf(rows)]
  return { lines: [...lines, ...wrong.slice(0, 30)], held: wrong.length === 0 }
}

async function openClients(app: OpenApp): Promise<Clients> {
  const operator = await startGuestSession(app.url, '10.2.0.1')
  await becomeOperator(app, operator)
  const profiles = await withDatabase(
    (db) => Promise.all(Array.from({ length: profileCount }, () => lockedProfile(db, [host]))),
    app.databaseUrl,
  )
  return { url: app.url, guests: await startGuestSessions(app.url, guestCount), operator, profiles }
}

/** Sends the requests of each kind on schedule, whether earlier ones have ended or not. */
function startLoad(clients: Clients, { times, failures }: Log) {
  const asked = new Set<Promise<void>>()
  const send = async (name: string, { ask }: Kind, at: number) => {
    const since = performance.now()
    try {
      await ask(clients, at)
      times.set(name, [...(times.get(name) ?? []), performance.now() - since])
    } catch (cause) {
      failures.push(`${name}: ${cause instanceof Error ? cause.message : String(cause)}`)
    }
  }
  const timers = Object.entries<Kind>(kinds).map(([name, kind]) => {
    let at = 0
    return setInterval(() => {
      const one = send(name, kind, at++).finally(() => asked.delete(one))
      asked.add(one)
    }, minuteMs / kind.perMinute)
  })
  return {
    async end() {
      for (const timer of timers) clearInterval(timer)
      await Promise.all(asked)
    },
  }
}

function timesOf(all: ReadonlyMap<string, readonly number[]>, name: string): Row {
  const times = [...(all.get(name) ?? [])].sort(ascending)
  const ms = (share: number) => (times.length === 0 ? '' : Math.round(percentile(times, share)))
  return { [`${name} p50 ms`]: ms(0.5), [`${name} p95 ms`]: ms(0.95) }
}

function tableOf(rows: readonly Row[]): string {
  const names = Object.keys(rows[0] ?? {})
  return aligned([names, ...rows.map((row) => names.map((name) => String(row[name])))])
}
