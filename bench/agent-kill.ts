import { host, runScriptsUnderKills, wrongScripts } from '../lib/agents/server/scripts/testing/killed-scripts.ts'
import { openScriptProcess } from '../lib/agents/server/scripts/testing/script-process.ts'
import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { createLogger } from '../lib/platform/server/log/logger.ts'
import { lockedProfile } from './locked-profile.ts'
import { timesOf } from './measure.ts'
import { openDatabase } from './process/open-database.ts'
import type { FaultReport } from './report.ts'
import { openAgents } from './script-agents.ts'
import { heapBytes } from './soak/tell-heap.ts'

const profiles = 4
const patience = { least: 20, most: 1000 }
const lanes = 128

type Line = { readonly metric: string; readonly value: number; readonly unit: string; readonly n: number }

/**
 * Runs scripts that call their agent's model, kills their process at random moments, and checks that no script is lost
 * and that no script does anything twice. Then measures the cost of scripts that wait for their model.
 */
export async function agentUnderKills(asJson: boolean, scripts = 2000, waiting = 10_000): Promise<FaultReport> {
  await using database = await openDatabase()
  const killed = await killedScripts(database.url, scripts)
  const waited = await waitingScripts(database.url, waiting)
  const lines = [...killed.lines, ...waited.lines].map(({ value, ...line }) => {
    const rounded = Math.round(value * 10) / 10
    return asJson
      ? JSON.stringify({ bench: 'agent', subject: 'quickjs, killed', value: rounded, ...line })
      : `agent --kill, ${line.n} scripts, ${line.metric}: ${rounded} ${line.unit}`
  })
  return {
    lines: asJson ? lines : [...lines, ...killed.wrong.slice(0, 20)],
    held: killed.wrong.length === 0 && waited.held,
  }
}

async function killedScripts(databaseUrl: string, n: number) {
  const db = createDatabaseClient(databaseUrl)
  const tokens = await Promise.all(Array.from({ length: profiles }, () => lockedProfile(db, [host])))
  const began = performance.now()
  const killed = await runScriptsUnderKills({
    language: 'javascript',
    databaseUrl,
    profiles: tokens,
    total: n,
    nextMoment: () => patience.least + Math.floor(Math.random() * (patience.most - patience.least)),
  })
  const seconds = (performance.now() - began) / 1000
  const wrong = await wrongScripts(db, killed, n)
  const interrupted = await db.execution.count({ where: { errorCode: 'INTERRUPTED' } })
  await db.$disconnect()
  const lines: Line[] = [
    { metric: 'rate', value: n / seconds, unit: '/s', n },
    { metric: 'kills', value: killed.kills, unit: 'processes', n },
    { metric: 'interrupted', value: interrupted, unit: 'executions', n },
    { metric: 'lost or twice', value: wrong.length, unit: 'executions', n },
  ]
  return { wrong, lines }
}

async function waitingScripts(databaseUrl: string, n: number) {
  const log = createLogger({ level: 'silent' })
  await using executing = await openScriptProcess({ databaseUrl, log })
  const agents = await openAgents(executing, profiles)
  const { execution } = executing.ports.db
  const asked: string[] = []

  const ask = async () => {
    const token = await agents.submit('set_result(await llm.complete("What of it?"))')
    await agents.reach('awaiting_llm', token)
    asked.push(token)
  }
  const answer = async () => {
    const token = asked.pop() ?? ''
    await agents.answer(token, 'This.')
    await agents.reach('completed', token)
  }

  await timesOf(500, lanes, ask)
  const before = heapBytes()
  await timesOf(n, lanes, ask)
  const size = Math.max(0, heapBytes() - before) / n
  const rows = await execution.count({ where: { status: 'suspended' } })
  await timesOf(asked.length, lanes, answer)
  const left = await execution.count({ where: { finishedAt: null } })
  const lines: Line[] = [
    { metric: 'waiting', value: rows, unit: 'rows', n },
    { metric: 'memory of each', value: size, unit: 'bytes', n },
    { metric: 'unfinished after their answers', value: left, unit: 'executions', n },
  ]
  return { lines, held: rows === n + 500 && left === 0 }
}
