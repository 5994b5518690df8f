import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import { join } from 'node:path'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { openScriptWorld } from './testing/script-world.ts'

const total = 60
const host = 'api.example.com'
const scriptOf = (number: number) => `
  const send = (step) => fetch('https://${host}/${number}/' + step, { method: 'POST' })
  await send('before')
  const text = await llm.complete('What of ${number}?')
  await send('after')
  set_result(text)`

/** Counts the requests that arrive, and calls back for each. */
async function startProvider(noticed: () => void) {
  const asked = new Map<string, number>()
  const server = createServer((request, response) => {
    const path = request.url ?? ''
    asked.set(path, (asked.get(path) ?? 0) + 1)
    noticed()
    response.setHeader('content-type', 'application/json').end('{}')
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

test('scripts that wait for a model end once and send no request twice, however often their process is killed', async () => {
  let left = 0
  let kill: (() => void) | undefined
  await using provider = await startProvider(() => {
    left -= 1
    if (left === 0) kill?.()
  })
  await using world = await openScriptWorld({ works: false })
  const { token } = await world.profile({ hosts: [host], limits: { concurrency: 16 } })
  for (let number = 0; number < total; number += 1) await world.execute(token, scriptOf(number))
  const patience = fc.sample(fc.integer({ min: 5, max: 40 }), 1000)
  let kills = 0
  for (;;) {
    left = patience.pop() ?? 0
    const child = spawn(
      process.execPath,
      [join(import.meta.dirname, 'testing/killed-process.ts'), world.database.url, provider.url],
      {
        stdio: ['ignore', 'ignore', 'inherit'],
      },
    )
    kill = () => child.kill('SIGKILL')
    const [code] = await once(child, 'exit')
    if (code === 0) break
    expect(code).toBe(null)
    kills += 1
  }
  expect(kills).toBeGreaterThan(1)
  expect([...provider.asked.values()].every((times) => times === 1)).toBe(true)
  const ends = await world.db.execution.groupBy({ by: ['status', 'errorCode'], _count: true })
  const counts = Object.fromEntries(ends.map(({ status, errorCode, _count }) => [errorCode ?? status, _count]))
  // A request in flight at a kill may or may not have arrived, so its execution does not go on.
  expect(Object.keys(counts).filter((end) => end !== 'success' && end !== 'INTERRUPTED')).toEqual([])
  expect((counts.success ?? 0) + (counts.INTERRUPTED ?? 0)).toBe(total)
  expect(counts.success).toBeGreaterThan(0)
  expect(await world.db.scriptExecution.count({ where: { llmDeadline: { not: null } } })).toBe(0)
}, 600_000)
