import { differentSearches, newSearch, streamPath } from '../support/searches.ts'
import { linesOf } from '../support/stream.ts'
import { expect, test } from '../support/test.ts'

// Five times as many as run at once on a machine with four cores or more.
const count = 20

test('more searches than can run at once all end with results or a clear error, and the app stays healthy', async ({
  guestRequest,
}) => {
  const clear = ['API_TIMEOUT', 'API_RATE_LIMITED', 'API_UNAVAILABLE', 'TIMEOUT']
  const answers = await Promise.all(
    differentSearches(count).map((search) => guestRequest.get(streamPath(search), { timeout: 0 })),
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
