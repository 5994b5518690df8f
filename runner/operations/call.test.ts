import { expect, test } from 'vitest'
import type { HostSeamOptions } from '../host/host-seam.ts'
import { createJournalWriter } from '../journal/journal-writer.ts'
import { nothing } from '../policy/effective-permissions.ts'
import type { CallServices } from './call.ts'
import { sessionWithoutFetch } from './testing/session-without-fetch.ts'
import { testSeam } from './testing/test-seam.ts'

const realValue = 'r3al-value-of-the-key'
const session = sessionWithoutFetch([realValue])

type Ports = Pick<HostSeamOptions, 'call' | 'durable'> & CallServices

function seamWith({ call, durable, ...services }: Ports = {}, permissions = nothing) {
  return testSeam(permissions, { session, services, ...(call && { call }), durable })
}

test('call.context returns the call and the operator, with secrets redacted', async () => {
  const call = { id: 'call-1', channel: 'phone', caller_id: '+2975550100', transcript: `the key is ${realValue}` }
  const answer = await seamWith({ call, operatorName: 'Ilse' }).call('call.context', {}, 1)
  expect(answer).toEqual({
    kind: 'value',
    value: { call: { ...call, transcript: 'the key is [REDACTED...-key]' }, operator: { name: 'Ilse' } },
  })
  expect(await seamWith().call('call.context', {}, 1)).toMatchObject({
    value: { call: { id: '', channel: '', caller_id: '', transcript: '' }, operator: { name: 'the operator' } },
  })
  expect(await seamWith().call('call.context', { all: true }, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
})

test('call.context returns the operator’s chat id only to a skill with the messages permission', async () => {
  const operatorOf = async (...given: Parameters<typeof seamWith>) => {
    const answer = await seamWith(...given).call('call.context', {}, 1)
    return answer.kind === 'value' ? Object(answer.value).operator : answer
  }
  const configured = { operatorTelegramId: '987' }
  expect(await operatorOf(configured)).toEqual({ name: 'the operator' })
  expect(await operatorOf(configured, { ...nothing, gateway: true })).toEqual({ name: 'the operator' })
  expect(await operatorOf(configured, { ...nothing, messages: true })).toEqual({
    name: 'the operator',
    telegram_id: '987',
  })
  expect(await operatorOf({}, { ...nothing, messages: true })).toEqual({ name: 'the operator' })
})

test('call.log answers after the entry is stored, with secrets redacted', async () => {
  const kept: unknown[] = []
  const stored = Promise.withResolvers<void>()
  const callLog = async (entry: unknown) => {
    await stored.promise
    kept.push(entry)
  }
  const seam = seamWith({ callLog })
  let isAnswered = false
  const asked = seam.call('call.log', { entry: { type: 'note', [realValue]: [`of ${realValue}`] } }, 1)
  const answered = asked.then((answer) => {
    isAnswered = true
    return answer
  })
  await new Promise(setImmediate)
  expect(isAnswered).toBe(false)
  stored.resolve()
  expect(await answered).toEqual({ kind: 'value', value: null })
  expect(kept).toEqual([{ type: 'note', '[REDACTED...-key]': ['of [REDACTED...-key]'] }])
  expect(JSON.stringify(seam.journal)).not.toContain(realValue)
})

test.each([
  [{}],
  [{ entry: 'text' }],
  [{ entry: [] }],
  [{ entry: null }],
  [{ entry: { text: 'x'.repeat(3000) } }],
  [{ entry: {}, file: '/etc/passwd' }],
])('call.log rejects %j and stores nothing', async (args) => {
  const kept: unknown[] = []
  const seam = seamWith({ callLog: async (entry) => void kept.push(entry) })
  expect(await seam.call('call.log', args, 1)).toMatchObject({ kind: 'rejected', name: 'TypeError' })
  expect(kept).toEqual([])
})

test('call.log ends an execution that logs more than 20 entries', async () => {
  const kept: unknown[] = []
  const seam = seamWith({ callLog: async (entry) => void kept.push(entry) })
  for (let n = 0; n < 20; n += 1)
    expect(await seam.call('call.log', { entry: { n } }, 1)).toMatchObject({ kind: 'value' })
  expect(await seam.call('call.log', { entry: { n: 20 } }, 1)).toMatchObject({ kind: 'end', code: 'CAPABILITY_DENIED' })
  expect(kept).toHaveLength(20)
})

test('call.log counts the entries of earlier legs, but not calls with invalid arguments', async () => {
  const kept: unknown[] = []
  const callLog = async (entry: unknown) => {
    if (kept.length === 1) throw new Error('the disk is full')
    kept.push(entry)
  }
  const writer = createJournalWriter(async () => {})
  const first = seamWith({ callLog, durable: { writer, past: [], known: 0 } })
  await first.call('call.log', {}, 1)
  for (let n = 0; n < 10; n += 1) await first.call('call.log', { entry: { n } }, 1)
  const past = first.journal
  const second = seamWith({
    callLog: async (entry) => void kept.push(entry),
    durable: { writer, past, known: past.length },
  })
  for (let n = 10; n < 20; n += 1)
    expect(await second.call('call.log', { entry: { n } }, 1)).toMatchObject({ kind: 'value' })
  expect(await second.call('call.log', { entry: { n: 20 } }, 1)).toMatchObject({
    kind: 'end',
    code: 'CAPABILITY_DENIED',
  })
  expect(kept).toHaveLength(1 + 10)
})

test('call.log reports a failed write as a catchable error that does not reveal the cause', async () => {
  const seam = seamWith({ callLog: () => Promise.reject(new Error('ENOSPC /srv/data')) })
  expect(await seam.call('call.log', { entry: {} }, 1)).toEqual({
    kind: 'rejected',
    name: 'CallLogError',
    message: 'The entry could not be kept',
  })
})
