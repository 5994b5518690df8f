import { expect, it } from 'vitest'
import { tellForeignOrigins } from './origin.ts'

it('logs origin, host and public URL at most once a second, with the number omitted', () => {
  const lines: unknown[] = []
  let now = 0
  const tell = tellForeignOrigins({ warn: (_, fields) => void lines.push(fields) }, () => now)
  const seen = { origin: 'https://travel.example', host: '127.0.0.1:3000', publicUrl: 'not set' }
  for (let at = 0; at < 5; at += 1) tell(seen)
  now = 1_000
  tell({ ...seen, origin: 'x'.repeat(9_000) })
  now = 2_000
  tell(seen)
  expect(lines).toEqual([seen, { ...seen, origin: 'x'.repeat(200), omitted: 4 }, seen])
})
