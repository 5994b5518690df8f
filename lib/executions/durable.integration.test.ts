import { type ChildProcess, spawn } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { createTestDatabase, type TestDatabase } from '#lib/db/testing.ts'

const total = 300
const steps = 4

/** A provider that notes what it is asked, in order, and calls back before and after each answer. */
async function startProvider(noticed: () => void) {
  /** Steps that were asked for, by execution. */
  const asked = new Map<string, number[]>()
  const server = createServer((request, response) => {
    const [, number = '', step = ''] = (request.url ?? '').split('/')
    asked.set(number, [...(asked.get(number) ?? []), Number(step)])
    noticed()
    // Some answers come at once, some after others.
    const answer = () => {
      response.setHeader('content-type', 'application/json').end(JSON.stringify({ number, step }))
      noticed()
    }
    if (Number(number) % 3 === 0) setImmediate(answer)
    else answer()
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return {
    asked,
    url: `http://127.0.0.1:${port}`,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

const key = randomBytes(32).toString('hex')
function startProcess(database: TestDatabase, provider: { url: string }, first: number, end: number): ChildProcess {
  const script = join(import.meta.dirname, 'testing/durable-process.ts')
  return spawn(process.execPath, [script, database.url, provider.url, String(first), String(end), key], {
    stdio: ['ignore', 'ignore', 'inherit'],
  })
}

/** That each ended once, and was asked for nothing whose answer it had. */
async function expectAllToHaveEnded(database: TestDatabase, asked: ReadonlyMap<string, readonly number[]>) {
  const rows = await database.client.execution.findMany({ include: { journal: { orderBy: { seq: 'asc' } } } })
  for (const { status, errorCode, input, output, journal } of rows) {
    const number = String(Object(input).params.number)
    const seen = asked.get(number) ?? []
    // A step is asked for again only when nobody had its answer: never after the next one was asked for.
    expect(seen, `the steps of ${number}`).toEqual([...seen].sort((a, b) => a - b))
    expect(seen.filter((step) => step === 2).length, `the POST of ${number}`).toBeLessThanOrEqual(1)
    const settled = journal.flatMap((entry) => entry.settled ?? []).sort((a, b) => a - b)
    expect(settled).toEqual(settled.map((_, at) => at))
    if (status === 'success') {
      const answers = Array.from({ length: steps }, (_, step) => ({ number, step: String(step) }))
      expect(Object(output).results.slice(1)).toEqual(answers)
    } else {
      expect([status, errorCode]).toEqual(['error', 'INTERRUPTED'])
      // The POST was begun, whether it arrived or not, and nothing after it.
      expect([1, 2]).toContain(seen.at(-1))
    }
  }
  return rows
}

test('durable executions end once each, and no answered call is made again, however often their process is killed', async () => {
  await using database = await createTestDatabase()
  // After so many events at the provider the process is killed.
  const patience = fc.sample(fc.integer({ min: 10, max: 400 }), 1000)
  let left = 0
  let kill: (() => void) | undefined
  await using provider = await startProvider(() => {
    left -= 1
    if (left === 0) kill?.()
  })
  let kills = 0
  for (;;) {
    left = patience.pop() ?? 0
    const child = startProcess(database, provider, 0, total)
    kill = () => child.kill('SIGKILL')
    const [code] = await once(child, 'exit')
    if (code === 0) break
    expect(code, 'it ended by our hand').toBeNull()
    kills += 1
  }
  expect(kills).toBeGreaterThan(3)
  expect(await expectAllToHaveEnded(database, provider.asked)).toHaveLength(total)
}, 600_000)

test('of two processes on one database one is killed, and the other goes on with its executions', async () => {
  await using database = await createTestDatabase()
  let events = 0
  let kill: (() => void) | undefined
  await using provider = await startProvider(() => {
    events += 1
    if (events === 100) kill?.()
  })
  const doomed = startProcess(database, provider, 0, total)
  kill = () => doomed.kill('SIGKILL')
  const other = startProcess(database, provider, total, total + 40)
  const [[code], [otherCode]] = await Promise.all([once(doomed, 'exit'), once(other, 'exit')])
  expect([code, otherCode]).toEqual([null, 0])
  const rows = await expectAllToHaveEnded(database, provider.asked)
  expect(rows.filter(({ takeovers }) => takeovers === 1).length).toBeGreaterThan(0)
}, 600_000)
