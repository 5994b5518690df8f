import { expect, test } from 'vitest'
import { openSubject } from './open-subject.ts'
import type { Question } from './protocol.ts'

const asked: Question = { job: 'hello', n: 1, atOnce: 1, offers: 0, workers: 0, provider: '' }
/** A subject that runs this code for each chunk of input, as `text`. */
const subjectOf = (code: string) =>
  openSubject({
    name: 'one',
    script: 'none.mjs',
    nodeArgs: ['--eval', `process.stdin.on('data', (text) => { ${code} })`],
  })

test('a missing subject returns an error with the reason', async () => {
  await using subject = openSubject({ name: 'one', script: 'no-such-subject.mjs' })
  expect(await subject.ask(asked)).toMatchObject({ ok: false, reason: expect.stringContaining('Cannot find module') })
})

test('a crashed subject returns its last output as the error of this and every later question', async () => {
  await using subject = subjectOf("console.error('out of memory'); process.exit(3)")
  const gone = { ok: false, reason: 'its process exited (3): out of memory' }
  expect(await subject.ask(asked)).toEqual(gone)
  expect(await subject.ask(asked)).toEqual(gone)
})

test('ignores output of a subject that is not a reply', async () => {
  const reply = "JSON.stringify({ id: JSON.parse(text).id, values: { p50: 2 }, answer: 'a' })"
  await using subject = subjectOf(`console.log('a warning'); console.log(${reply})`)
  expect(await subject.ask(asked)).toEqual({ ok: true, values: { p50: 2 }, answer: 'a' })
})

test('a subject without the requested job reports the missing job and keeps running', async () => {
  await using subject = openSubject({ name: 'node', script: 'node.ts' })
  expect(await subject.ask({ ...asked, job: 'fly' })).toEqual({ ok: false, reason: 'it has no job fly' })
  expect(await subject.ask({ ...asked, n: 3 })).toMatchObject({ ok: true, values: { p50: expect.any(Number) } })
})
