import { gunzipSync } from 'node:zlib'
import * as z from 'zod'
import { createDatabaseClient } from '../lib/platform/server/db/client.ts'
import { ndjsonGzipType } from '../runner/contract/ndjson-type.ts'
import { openMeter, type Used } from './costs/meter.ts'
import { lockedProfile } from './locked-profile.ts'
import { type Measurement, type Metric, timesOf } from './measure.ts'
import { routes, searchPath } from './web/cached-search.ts'
import { startGuestSessions } from './web/guest-session.ts'
import { openApp } from './web/open-app.ts'

const each = 1000
/** The latest searches, whose answers are in the cache. */
const remembered = 50
const atOnce = 8
const guests = 100

const figures: ReadonlyArray<readonly [of: string, key: keyof Used, metric: Metric, unit: Measurement['unit']]> = [
  ['processor time of the app', 'appMs', 'cpu', 'ms'],
  ['processor time of the database', 'databaseMs', 'cpu', 'ms'],
  ['requests to the app', 'requestBytes', 'size', 'bytes'],
  ['answers of the app', 'answerBytes', 'size', 'bytes'],
  ['to and from providers', 'providerBytes', 'size', 'bytes'],
  ['rows', 'rows', 'rows', 'rows'],
  ['disk of the database', 'databaseBytes', 'size', 'bytes'],
  ['log of the database', 'walBytes', 'size', 'bytes'],
]

const Accepted = z.object({ execution_id: z.string() })
const Ended = z.object({ status: z.literal('completed') })

/** Measures what 1,000 searches and 1,000 scripts cost an instance with the sample provider, with all their records. */
export async function costs(): Promise<Measurement[]> {
  await using app = await openApp()
  await using stack = new AsyncDisposableStack()
  const db = createDatabaseClient(app.databaseUrl)
  stack.defer(() => db.$disconnect())
  const read = openMeter(db, Number(new URL(app.url).port))
  const sessions = await startGuestSessions(app.url, guests)
  const profile = await lockedProfile(db)

  let asked = 0
  const search = async (at: number) => {
    asked += 1
    const [origin, destination] = routes[at % routes.length] ?? routes[0]
    const path = searchPath(origin, destination, 20 + Math.floor(at / routes.length))
    const headers = { ...sessions[asked % guests], accept: ndjsonGzipType }
    const answer = await fetch(`${app.url}${path}`, { headers })
    const bytes = Buffer.from(await answer.arrayBuffer())
    const text = (answer.headers.get('content-type') === ndjsonGzipType ? gunzipSync(bytes) : bytes).toString('utf8')
    if (!text.includes('"status":"success"')) throw new Error(`A search failed with status ${answer.status}: ${text}`)
  }
  const script = async (language: string, text: string) => {
    const accepted = await fetch(`${app.url}/execute`, {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile_id: profile, language, script: text }),
    })
    const { execution_id } = Accepted.parse(await accepted.json())
    const answer = await fetch(`${app.url}/executions/${execution_id}?wait=30`)
    Ended.parse(await answer.json())
  }
  let next = 0
  const works: Readonly<Record<string, () => Promise<void>>> = {
    'new searches': () => search(next++),
    'cached searches': () => search(next - 1 - (asked % remembered)),
    'scripts in JavaScript': () => script('javascript', 'console.log("runs")\nset_result({ sum: 1 + 2 })'),
    'scripts in Python': () => script('python', 'print("runs")\nset_result({"sum": 1 + 2})'),
  }
  for (const work of Object.values(works)) await timesOf(remembered, atOnce, work)
  const lines: Measurement[] = []
  let before = await read()
  for (const [subject, work] of Object.entries(works)) {
    await timesOf(each, atOnce, work)
    const after = await read()
    for (const [of, key, metric, unit] of figures) {
      lines.push({ bench: 'costs', subject, of, metric, value: after[key] - before[key], unit, n: each })
    }
    before = after
  }
  return lines
}
