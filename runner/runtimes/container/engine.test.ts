import { expect, test } from 'vitest'
import { connectEngine } from './engine.ts'

test('reports a missing socket as an engine that is gone', async () => {
  const engine = connectEngine({ address: { kind: 'socket', path: '/nowhere/engine.sock' }, timeoutMs: 60_000 })
  await expect(engine.info()).rejects.toMatchObject({
    name: 'EngineFailure',
    reason: 'gone',
    message: 'no engine answers (ENOENT): it could not describe itself',
  })
})

test('reports a closed port as an engine that is gone', async () => {
  const engine = connectEngine({ address: { kind: 'tcp', host: '127.0.0.1', port: 1 }, timeoutMs: 60_000 })
  await expect(engine.info()).rejects.toMatchObject({
    reason: 'gone',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})
