import { expect, test } from 'vitest'
import { showProgress } from './skill-images.ts'

function terminal(isTTY: boolean) {
  const written: string[] = []
  return { written, output: { isTTY, columns: 40, write: (text: string) => written.push(text) } }
}

test('prints one line with the elapsed time for each step', async () => {
  const { written, output } = terminal(false)
  const progress = showProgress(output)
  expect(await progress.step('Packing', async () => progress.detail('half'))).toBeUndefined()
  await progress.step('Sending', async () => {})
  expect(written.join('')).toMatch(/^Packing … \d+\.\d s\nSending … \d+\.\d s\n$/)
})

test('reports a failed step and rethrows its error', async () => {
  const { written, output } = terminal(false)
  const fails = showProgress(output).step('Packing', () => Promise.reject(new Error('full')))
  await expect(fails).rejects.toThrow('full')
  expect(written.join('')).toMatch(/^Packing … failed after \d+\.\d s\n$/)
})

test("shows a step's detail on a terminal without control characters", async () => {
  const { written, output } = terminal(true)
  const progress = showProgress(output)
  await progress.step('Packing', async () => progress.detail(`\u001b[2Jx\u009b31m${'y'.repeat(100)}`))
  const [, shown = '', last] = written
  expect(shown.startsWith('\r\u001b[KPacking …')).toBe(true)
  expect(shown.slice(4)).not.toMatch(/\p{Cc}/u)
  expect(shown.length).toBeLessThanOrEqual(44)
  expect(last?.slice(4)).toMatch(/^Packing … \d+\.\d s\n$/)
})
