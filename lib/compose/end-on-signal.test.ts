import { type ChildProcess, fork } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { expect, test } from 'vitest'

/** Starts the process, and sends it a first request, as the start of the app does. */
async function start(...args: string[]) {
  const child = fork(join(import.meta.dirname, 'testing/ending-process.ts'), args)
  const [port] = await once(child, 'message')
  const ask = async (path = '/') => (await fetch(`http://127.0.0.1:${port}${path}`)).text()
  expect(await ask()).toBe('answered')
  return { child, ask }
}

async function toldUntilExit(child: ChildProcess) {
  const told: unknown[] = []
  child.on('message', (what) => told.push(what))
  const [code] = await once(child, 'exit')
  return { told, code }
}

test.each(['SIGTERM', 'SIGINT'] as const)(
  'at %s, the work ends, then open requests are answered, and the process exits with 0',
  async (signal) => {
    const { child, ask } = await start()
    const asked = once(child, 'message')
    const open = ask('/slow')
    await asked
    const end = toldUntilExit(child)
    child.kill(signal)
    expect(await open).toBe('answered')
    expect(await end).toEqual({ told: ['drain', 'dispose'], code: 0 })
  },
)

test('a process whose work and services do not end exits all the same', async () => {
  const { child } = await start('100')
  const end = toldUntilExit(child)
  child.kill('SIGTERM')
  expect(await end).toEqual({ told: ['drain', 'dispose'], code: 1 })
})

test('a second signal ends the process at once', async () => {
  // Longer than the test timeout.
  const { child } = await start('600000')
  const end = toldUntilExit(child)
  const drains = once(child, 'message')
  child.kill('SIGINT')
  await drains
  child.kill('SIGINT')
  expect(await end).toEqual({ told: ['drain'], code: 1 })
})
