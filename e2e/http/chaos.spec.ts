import { createOwnApp } from '../support/own-app.ts'
import { failSearch, healSearch } from '../support/provider.ts'
import { differentSearches, newSearch, streamPath } from '../support/searches.ts'
import { linesOf } from '../support/stream.ts'
import { becomeGuest, expect, test } from '../support/test.ts'

test('fifty concurrent searches all end with results or a clear error, and the app stays healthy', async ({
  guestRequest,
}) => {
  const clear = ['API_TIMEOUT', 'API_RATE_LIMITED', 'API_UNAVAILABLE', 'TIMEOUT']
  const answers = await Promise.all(
    differentSearches(50).map((search) => guestRequest.get(streamPath(search), { timeout: 60_000 })),
  )
  const outcomes = await Promise.all(
    answers.map(async (answer) => {
      expect(answer.status()).toBe(200)
      const lines = linesOf(await answer.text())
      expect(lines.at(-1)).toMatchObject({ type: 'done' })
      const [output] = lines.flatMap((line) => (line.type === 'answer' ? [line.output] : []))
      return output?.status === 'error' ? output.error.code : output?.status
    }),
  )
  expect(outcomes.filter((outcome) => outcome !== 'success' && !clear.includes(outcome ?? ''))).toEqual([])
  expect(outcomes).toContain('success')

  expect((await guestRequest.get('/health')).status()).toBe(200)
  const after = linesOf(await (await guestRequest.get(streamPath(newSearch()))).text())
  expect(after[1]).toMatchObject({ output: { status: 'success' } })
})

test('after kill -9 during searches the app restarts, and every execution has a final state', async ({
  playwright,
}) => {
  await using app = await createOwnApp()
  await app.start()
  await using client = await playwright.request.newContext({ baseURL: app.url })
  await becomeGuest(client, app.url)

  const searches = differentSearches(6)
  for (const search of searches) await failSearch(search, 'hang')
  const pending = searches.map((search) => client.get(streamPath(search), { timeout: 60_000 }))
  const ended = Promise.allSettled(pending)
  const running = () => app.inDatabase((db) => db.execution.count({ where: { status: 'running' } }))
  await expect.poll(running).toBe(searches.length)
  await app.crash()
  expect((await ended).map(({ status }) => status)).toEqual(searches.map(() => 'rejected'))

  for (const search of searches) await healSearch(search)
  await app.start()
  const executions = await app.inDatabase((db) => db.execution.findMany())
  expect(executions.map(({ status, errorCode }) => ({ status, errorCode }))).toEqual(
    searches.map(() => ({ status: 'error', errorCode: 'INTERNAL' })),
  )
  for (const { finishedAt } of executions) expect(finishedAt).not.toBeNull()
  expect(app.printed().match(/atk_\w{22}/g), 'the operator token is shown at the first start only').toHaveLength(1)

  // The session survives the crash, and the hung search runs again.
  const [search = newSearch()] = searches
  const again = linesOf(await (await client.get(streamPath(search))).text())
  expect(again[1]).toMatchObject({ output: { status: 'success' } })
})
