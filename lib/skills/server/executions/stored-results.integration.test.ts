import { expect, test } from 'vitest'
import { openServices } from '#lib/compose/testing/open-services.ts'
import { readExecution } from '#lib/console/server/executions/read-execution.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { inDays } from '#lib/travel/model/testing-dates.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import type { Principal } from '#runner/contract/principal.ts'

const operator: Principal = { id: 'main', role: 'operator', source: 'main', trust: 'full' }

/** Two equal searches, which the sample provider answers alike. */
async function searchTwice(stack: AsyncDisposableStack) {
  const services = await openServices(stack)
  const { runner, db } = services
  const params = { origin: 'SEA', destination: 'NRT', date: inDays(42), passengers: 1, cabin: 'economy' }
  const input = { action: 'search_flights', params, config: {} }
  const output = await runner.execute('flight-search', input, { principal: operator })
  await runner.execute('flight-search', input, { principal: operator })
  const rows = await db.execution.findMany({ orderBy: { startedAt: 'asc' } })
  const [hash = ''] = rows.flatMap(({ resultsHash }) => resultsHash ?? [])
  const [id] = rows.map((row) => ExecutionId.parse(row.id))
  if (id === undefined || output.status !== 'success') throw new Error('The search failed')
  return { services, output, rows, id, hash }
}

test('stores equal results once and compressed, and shows and replays them as they were', async () => {
  await using stack = new AsyncDisposableStack()
  const { services, output, rows, id, hash } = await searchTwice(stack)
  expect(rows.map(({ resultsHash }) => resultsHash)).toEqual([hash, hash])
  expect(rows[0]?.output).toEqual({ ...output, results: [], results_hash: hash })
  const { size, storedSize } = await services.db.answerBlob.findUniqueOrThrow({ where: { hash } })
  expect(size).toBe(Buffer.byteLength(JSON.stringify(output.results)))
  expect(storedSize).toBeLessThan(size / 5)
  const shown = got(await readExecution(services, id))
  expect(shown.is_pruned).toBe(false)
  expect(shown.output?.text.replaceAll(/\s/g, '')).toContain(
    JSON.stringify(output.results[0]).replaceAll(/\s/g, '').slice(0, 200),
  )
  expect(await services.replay(id)).toMatchObject({ kind: 'same', output })
})

test('says so when results are no longer stored, and takes no others for them', async () => {
  await using stack = new AsyncDisposableStack()
  const { services, rows, id, hash } = await searchTwice(stack)
  const { db } = services
  // The bytes of another answer under this hash.
  const other = await db.answerBlob.findFirstOrThrow({ where: { hash: { not: hash } } })
  await db.answerBlob.update({ where: { hash }, data: { bytes: other.bytes, size: other.size } })
  const missing = {
    kind: 'refused',
    error: { code: 'NOT_FOUND', details: { execution: expect.stringContaining('results') } },
  }
  expect(await services.replay(id)).toMatchObject(missing)
  expect(got(await readExecution(services, id))).toMatchObject({ output: null, is_pruned: true })
  await db.answerBlob.delete({ where: { hash } })
  expect(await services.replay(id)).toMatchObject(missing)
  await db.execution.update({
    where: { id },
    data: { output: { ...Object(rows[0]?.output), results_hash: other.hash } },
  })
  expect(await services.replay(id)).toMatchObject({ kind: 'refused', error: { code: 'RECORD_NOT_AUTHENTIC' } })
})
