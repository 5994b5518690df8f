import { expect, test } from 'vitest'
import { openSubject, type Question } from './open-subject.ts'

const asked: Question = { job: 'hello', n: 1, atOnce: 1, offers: 0, workers: 0, provider: '' }

test('a missing subject returns an error with the reason, to this and every later question', async () => {
  await using subject = openSubject({ name: 'one', script: 'no-such-subject.mjs' })
  const gone = { ok: false, reason: expect.stringContaining('Cannot find module') }
  expect(await subject.ask(asked)).toEqual(gone)
  expect(await subject.ask(asked)).toEqual(gone)
})

test('a subject without the requested job reports the missing job and keeps running', async () => {
  await using subject = openSubject({ name: 'node', script: 'node.ts' })
  expect(await subject.ask({ ...asked, job: 'fly' })).toEqual({ ok: false, reason: 'it has no job fly' })
  expect(await subject.ask({ ...asked, n: 3 })).toMatchObject({ ok: true, values: { p50: expect.any(Number) } })
})
