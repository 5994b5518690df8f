import { expect, test, vi } from 'vitest'
import { runAll } from './checks.ts'

test('each check says how long it took, also one that ended while an earlier one still ran', async () => {
  let now = 0
  vi.spyOn(performance, 'now').mockImplementation(() => now)
  let printed = ''
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    printed += text
    return true
  })
  const long = Promise.withResolvers<void>()
  const short = Promise.withResolvers<void>()
  const all = runAll([
    { label: 'Long', run: () => long.promise },
    { label: 'Short', run: () => short.promise },
  ])
  now = 2000
  short.resolve()
  await short.promise
  await Promise.resolve()
  now = 9000
  long.resolve()
  await all
  vi.restoreAllMocks()
  expect(printed).toMatch(/^Long … 9.0 s.*\nShort … 2.0 s/)
})
