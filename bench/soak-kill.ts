import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { runUnderKills, wrongEnds } from '../lib/skills/server/executions/testing/killed-processes.ts'
import { openDatabase } from './process/open-database.ts'
import type { SoakReport } from './soak.ts'

const fewestEvents = 20
const maxEvents = 8000

/**
 * Kills the process of durable executions at random moments, and checks that each execution ends once and repeats no
 * answered host call.
 */
export async function soakUnderKills(asJson: boolean, executions = 10_000): Promise<SoakReport> {
  await using database = await openDatabase()
  const db = createDatabaseClient(database.url)
  const began = performance.now()
  const { kills, asked } = await runUnderKills(
    database.url,
    executions,
    () => fewestEvents + Math.floor(Math.random() * (maxEvents - fewestEvents)),
  )
  const seconds = (performance.now() - began) / 1000
  const wrong = await wrongEnds(db, asked)
  const counts = await db.execution.groupBy({ by: ['status', 'errorCode'], _count: true })
  await db.$disconnect()
  const ended = counts.reduce((sum, { _count }) => sum + _count, 0)
  const interrupted = counts.find(({ errorCode }) => errorCode === 'INTERRUPTED')?._count ?? 0
  const line = (metric: string, value: number, unit: string) => ({
    ...{ bench: 'soak', subject: 'quickjs, killed', metric, value: Math.round(value * 10) / 10, unit, n: executions },
  })
  const lines = [
    line('rate', executions / seconds, '/s'),
    line('kills', kills, 'processes'),
    line('interrupted', interrupted, 'executions'),
    line('wrong', wrong.length, 'executions'),
    line('lost', executions - ended, 'executions'),
  ]
  const shown = lines.map((one) =>
    asJson ? JSON.stringify(one) : `soak --kill ${one.metric}: ${one.value} ${one.unit}`,
  )
  return {
    lines: asJson ? shown : [...shown, ...wrong.slice(0, 20)],
    held: wrong.length === 0 && ended === executions,
  }
}
