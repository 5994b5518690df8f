import { expect, test } from 'vitest'
import { openSubject } from './open-subject.ts'
import type { Question } from './protocol.ts'

const asked: Question = { job: 'hello', n: 1, atOnce: 1, offers: 0, workers: 0, provider: '' }
/** A subject that is this code and reads lines into `line`. */
const subjectOf = (code: string) =>
  openSubject({
    name: 'one',
    script: 'none.mjs',
    nodeArgs: ['--eval', `process.stdin.on('data', (text) => { ${code} })`],
  })

test('a subject that is not installed answers with the reason', async () => {
  await using subject = openSubject({ name: 'one', script: 'no-such-subject.mjs' })
  expect(await subject.ask(asked)).toMatchObject({ ok: false, reason: expect.stringContaining('Cannot find module') })
})

test('a subject that crashes answers with what it printed, and so it does from then on', async () => {
  await using subject = subjectOf("console.error('out of memory'); process.exit(3)")
  const gone = { ok: false, reason: 'its process ended (3): out of memory' }
  expect(await subject.ask(asked)).toEqual(gone)
  expect(await subject.ask(asked)).toEqual(gone)
})

test('what a subject prints beside its replies is no reply', async () => {
  const reply = "JSON.stringify({ id: JSON.parse(text).id, values: { p50: 2 }, answer: 'a' })"
  await using subject = subjectOf(`console.log('a warning'); console.log(${reply})`)
  expect(await subject.ask(asked)).toEqual({ ok: true, values: { p50: 2 }, answer: 'a' })
})

test('a subject without this job says so, and stays', async () => {
  await using subject = openSubject({ name: 'node', script: 'node.ts' })
  expect(await subject.ask({ ...asked, job: 'fly' })).toEqual({ ok: false, reason: 'it has no job fly' })
  expect(await subject.ask({ ...asked, n: 3 })).toMatchObject({ ok: true, values: { p50: expect.any(Number) } })
})
