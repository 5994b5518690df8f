import { chmod, mkdtemp, rm } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import * as z from 'zod'
import { createDatabaseClient, type DatabaseClient } from '../lib/platform/server/db/client.ts'
import { prepare, strictAppSteps } from '../scripts/prepare.ts'
import { audit } from './chaos/auditor.ts'
import { type Log, runAgent, runTraveler } from './chaos/clients.ts'
import { openDatabaseLine } from './chaos/database-line.ts'
import { createNode, type Node } from './chaos/nodes.ts'
import { host, openProvider, type Provider } from './chaos/provider.ts'
import { openSmallDisk } from './chaos/small-disk.ts'
import type { Report } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import { searchPath } from './web/cached-search.ts'
import { startGuestSession } from './web/guest-session.ts'

/** Travelers who search, for each agent that runs scripts. */
const travelersPerAgent = 3 / 8
/** The clock of one node is ahead. */
const aheadMs = 5 * 60_000
/** Longer than the time in which a silent process loses its work. */
const pauseMs = 40_000
const outageMs = 20_000
const slowMs = 3000
const betweenFaultsMs = 5000
/** For the work that is left when the last fault is over: enough for a loaded machine, because only its end counts. */
const restMs = 300_000
const pollMs = 500

/**
 * Runs scripts with pauses for a model, and searches, on three processes of the built app with one PostgreSQL, while
 * they are killed, paused, replaced, cut off from the database, served slowly and without disk space. Then audits what
 * clients, the provider and the database have seen.
 */
export async function chaos(asJson: boolean, minutes: number, agents: number): Promise<Report> {
  await prepare(strictAppSteps)
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await openDatabase())
  const line = opened.use(await openDatabaseLine(database.url))
  const provider = opened.use(await openProvider())
  const dataDir = await mkdtemp(join(tmpdir(), 'travel-chaos-'))
  opened.defer(() => rm(dataDir, { recursive: true, force: true }))
  await chmod(dataDir, 0o711)
  const disk = await openSmallDisk(dataDir)
  if (disk === undefined) process.stderr.write('chaos: without a full disk, because this account may not mount one\n')
  else opened.use(disk)
  const settings = {
    DATABASE_URL: line.url,
    TRAVEL_DATA_DIR: dataDir,
    TRAVEL_OPEN_PROFILES: 'true',
    TRAVEL_UPSTREAMS: JSON.stringify({ [host]: provider.url }),
  }
  const nodes = await Promise.all([
    createNode({ name: 'one', settings }),
    createNode({ name: 'two', settings }),
    createNode({ name: 'three, ahead', settings, aheadMs }),
  ])
  for (const node of nodes) {
    opened.defer(() => node.kill())
    await node.start()
  }
  const db = createDatabaseClient(database.url)
  opened.defer(() => db.$disconnect())

  const log: Log = { scripts: new Map(), searches: { results: 0, sentences: 0 }, mute: [], longestMs: 0 }
  const urls = nodes.map(({ url }) => url)
  const profiles = await Promise.all(Array.from({ length: agents }, (_, at) => createProfile(urls[0] ?? '', at)))
  await db.profile.updateMany({ data: { lockedAt: new Date(), limits: { concurrency: 4 } } })
  let isLoading = true
  const goesOn = () => isLoading
  let day = 0
  const path = () => searchPath('AMS', 'AUA', 10 + (day++ % 200))
  const clients = [
    ...Array.from({ length: agents }, async (_, at) => {
      const headers = { 'x-forwarded-for': `10.3.0.${at}` }
      await runAgent({ urls, log, headers }, profiles[at] ?? '', `agent${at}`, goesOn)
    }),
    ...Array.from({ length: Math.ceil(agents * travelersPerAgent) }, async (_, at) => {
      const session = await startGuestSession(urls[0] ?? '', `10.4.0.${at}`)
      await runTraveler({ urls, log, headers: {} }, session, path, goesOn)
    }),
  ]
  const counts = await faultsFor(minutes * 60_000, nodes, line, provider, disk)
  isLoading = false
  const ended = await Promise.race([Promise.all(clients).then(() => true), wait(restMs, false, { ref: false })])
  await settled(db)

  const { wrong, interrupted } = await audit(db, log, provider, { ...settings, DATABASE_URL: database.url })
  if (!ended) wrong.push(`clients still wait after ${restMs / 1000} s`)
  const values: Readonly<Record<string, number>> = {
    scripts: log.scripts.size,
    interrupted,
    'searches with results': log.searches.results,
    'searches with a sentence': log.searches.sentences,
    ...counts,
    'longest wait for any node, s': Math.round(log.longestMs / 1000),
    wrong: wrong.length,
  }
  const lines = Object.entries(values).map(([metric, value]) =>
    asJson ? JSON.stringify({ bench: 'chaos', subject: 'three nodes', metric, value }) : `chaos, ${metric}: ${value}`,
  )
  return { lines: asJson ? lines : [...lines, ...wrong.slice(0, 30)], held: wrong.length === 0 }
}

/** Waits until the executions of killed processes have ended: no client waits for a search that another process answered. */
async function settled(db: DatabaseClient): Promise<void> {
  const until = performance.now() + restMs
  while (performance.now() < until && (await db.execution.count({ where: { finishedAt: null } })) > 0)
    await wait(pollMs)
}

const Created = z.object({ profile_id: z.string() })

/** A profile of an agent that may call the provider. The caller locks it, as its operator would. */
async function createProfile(url: string, at: number): Promise<string> {
  const response = await fetch(`${url}/profiles`, {
    method: 'POST',
    headers: { 'content-type': 'application/json', 'x-forwarded-for': `10.5.0.${at}` },
    body: JSON.stringify({ description: 'A bench', hosts: [host] }),
  })
  return Created.parse(await response.json()).profile_id
}

/** One fault after the other, in the same order, until the time is over. At its end, every node runs. */
async function faultsFor(
  ms: number,
  nodes: readonly Node[],
  line: { cut(): void; mend(): void },
  provider: Pick<Provider, 'slowDown' | 'recover'>,
  disk: { fill(): void; free(): void } | undefined,
): Promise<Record<string, number>> {
  const counts = { kills: 0, pauses: 0, outages: 0, 'slow hosts': 0, 'full disks': 0, updates: 0 }
  const faults: readonly ((node: Node) => Promise<void>)[] = [
    async (node) => {
      await node.kill()
      await node.start()
      counts.kills += 1
    },
    async (node) => {
      await node.stop()
      await node.start()
      counts.updates += 1
    },
    async (node) => {
      node.pause()
      await wait(pauseMs)
      node.goOn()
      counts.pauses += 1
    },
    async () => {
      line.cut()
      await wait(outageMs)
      line.mend()
      counts.outages += 1
    },
    async () => {
      provider.slowDown(slowMs)
      await wait(outageMs)
      provider.recover()
      counts['slow hosts'] += 1
    },
    async () => {
      if (disk === undefined) return
      disk.fill()
      await wait(outageMs)
      disk.free()
      counts['full disks'] += 1
    },
  ]
  const until = performance.now() + ms
  for (let turn = 0; performance.now() < until; turn += 1) {
    await wait(betweenFaultsMs)
    const [fault, node] = [faults[turn % faults.length], nodes[turn % nodes.length]]
    if (fault && node) await fault(node)
  }
  return counts
}
