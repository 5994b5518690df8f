import { PassThrough } from 'node:stream'
import { expect, test } from 'vitest'
import { followEngine } from './build-image.ts'

test('an engine’s report that never ends is left when its signal aborts', async () => {
  const report = new PassThrough()
  const controller = new AbortController()
  const lines: string[] = []
  const followed = followEngine(report, 'The build failed', {
    signal: controller.signal,
    onLine(line) {
      lines.push(line)
      controller.abort(new Error('too late'))
    },
  })
  report.write('{"stream":"Step 1"}\n')
  await expect(followed).rejects.toThrow('too late')
  expect(lines).toEqual(['Step 1'])
})
