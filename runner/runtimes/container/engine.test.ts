import { expect, test } from 'vitest'
import { connectEngine } from './engine.ts'

test('a socket that is not there is an engine that is gone, and the reason says so', async () => {
  const engine = connectEngine({ address: { kind: 'socket', path: '/nowhere/engine.sock' }, timeoutMs: 1000 })
  await expect(engine.info()).rejects.toMatchObject({
    name: 'EngineFailure',
    reason: 'gone',
    message: 'no engine answers (ENOENT): it could not describe itself',
  })
})

test('a port where nobody listens is one too', async () => {
  const engine = connectEngine({ address: { kind: 'tcp', host: '127.0.0.1', port: 1 }, timeoutMs: 1000 })
  await expect(engine.info()).rejects.toMatchObject({
    reason: 'gone',
    message: expect.stringContaining('ECONNREFUSED'),
  })
})
