import { expect, test, vi } from 'vitest'
import type { FromWorker } from '../pool/messages.ts'
import { startPythonThread } from './python-guests.ts'
import { testInterpreter } from './testing/in-thread.ts'

test('a thread has made its instance and run it before it is ready, and tells nobody of that', async () => {
  const made = vi.spyOn(WebAssembly, 'Instance')
  const posted: FromWorker[] = []
  const control = new Int32Array(new SharedArrayBuffer(64))
  const loaded = await testInterpreter()
  made.mockClear()
  const ports = { control, keptBytes: 2 ** 30, post: (message: FromWorker) => void posted.push(message) }
  const thread = await startPythonThread(loaded, ports)
  expect([made.mock.calls.length, posted]).toEqual([1, []])
  thread.handle({
    type: 'run',
    execution: 1,
    digest: 'own',
    code: 'set_result(2)',
    input: '{"action":"run","params":{},"config":{}}',
    seed: '00'.repeat(32),
    nowMs: 0,
    memoryMb: 64,
    fuel: 1e9,
    reportsTurns: true,
    outputBytes: 1024,
    hostCalls: 0,
    secrets: {},
    ahead: [],
  })
  await expect.poll(() => posted.length).toBe(2)
  expect(posted).toMatchObject([
    { type: 'entered' },
    { type: 'ended', end: { kind: 'returned', json: '{"results":[{"result":2}]}' } },
  ])
  expect(made).toHaveBeenCalledTimes(1)
})
