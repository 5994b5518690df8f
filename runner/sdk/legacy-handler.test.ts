import { expect, test } from 'vitest'
import { type LegacyHandler, skillOfHandler } from './legacy-handler.ts'
import { createFakeHost } from './testing/fake-host.ts'

const hostWith = (
  run: (name: string, args: readonly string[]) => Promise<{ code: number; stdout: string; stderr: string }>,
) => Object.assign(createFakeHost({}), { exec: { run } })

test('exec runs a program by the base name of its path, with unchanged arguments', async () => {
  const ran: unknown[] = []
  const host = hostWith(async (name, args) => {
    ran.push([name, ...args])
    return { code: 0, stdout: 'one event', stderr: '' }
  })
  const handler: LegacyHandler = async (_, context) => {
    const result = await context.exec(['/usr/local/bin/ical-query', 'add', 'a; rm -rf /', '$(id)'])
    return { success: true, result }
  }
  expect(await skillOfHandler(handler, () => host)({ params: {} })).toEqual({
    results: [{ success: true, result: 'one event' }],
  })
  expect(ran).toEqual([['ical-query', 'add', 'a; rm -rf /', '$(id)']])
})

test('exec rejects with the exit code and standard error of a failed program', async () => {
  const host = hostWith(async () => ({ code: 2, stdout: '', stderr: 'no such calendar' }))
  const handler: LegacyHandler = async (_, context) => {
    const error = await context.exec(['ical-query']).catch((thrown: unknown) => thrown)
    return { success: false, error }
  }
  expect(await skillOfHandler(handler, () => host)({ params: {} })).toEqual({
    results: [{ success: false, error: 'CommandFailed: exec: the program ended with 2: no such calendar' }],
  })
})

test('sendMessage sends only after all earlier log entries are stored', async () => {
  const host = createFakeHost({})
  const failing = { ...host, call: { ...host.call, log: () => Promise.reject(new Error('full')) } }
  const handler: LegacyHandler = async (_, context) => {
    context.callLog.write({ type: 'first' })
    await context.gateway.sendMessage('x')
    return { success: true }
  }
  await expect(skillOfHandler(handler, () => failing)({ params: {} })).rejects.toThrow('full')
  expect(host.sent).toEqual([])
})

test('a handler cannot say that a message is delivered, because it is only noted', async () => {
  const host = createFakeHost({})
  const logged: object[] = []
  const log = async (entry: object) => {
    logged.push(entry)
    return null
  }
  const logging = { ...host, call: { ...host.call, log } }
  const handler: LegacyHandler = async (_, context) => {
    await context.gateway.sendMessage('Delivered')
    context.callLog.write({ type: 'x.delivered', text: 'It is undelivered', delivery: { status: 'delivered' } })
    return { success: true, result: { delivered: true, logged: true } }
  }
  expect(await skillOfHandler(handler, () => logging)({ params: {} })).toEqual({
    results: [{ success: true, result: { delivered: false, noted: true, logged: true } }],
  })
  expect(logged).toEqual([{ type: 'x.noted', text: 'It is undelivered', delivery: { status: 'noted' } }])
})

test('callLog.write stores the entry as it was at the call, despite later changes', async () => {
  const host = createFakeHost({})
  const handler: LegacyHandler = async (_, context) => {
    const entry = { state: 'pending' }
    context.callLog.write(entry)
    entry.state = 'changed'
    return { success: true }
  }
  await skillOfHandler(handler, () => host)({ params: {} })
  expect(host.logged).toEqual([{ state: 'pending' }])
})

test('a message that is too long to speak is cut to well-formed text, even inside a surrogate pair', async () => {
  const handler: LegacyHandler = async () => ({ success: true, message: `${'x'.repeat(1999)}😀` })
  const { message } = Object(await skillOfHandler(handler, () => createFakeHost({}))({ params: {} }))
  expect([message.isWellFormed(), message.length <= 2000]).toEqual([true, true])
})
