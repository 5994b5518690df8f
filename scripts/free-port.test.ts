import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort, requireFreePort } from './free-port.ts'

it('reports a port in use in one sentence that names the option', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is in use: stop its program, or choose another port: npm run up -- --port ${port + 1}.`,
  )
  server.close()
  await once(server, 'close')
  await requireFreePort('127.0.0.1', port)
})

it('finds a port that no outgoing connection gets', async () => {
  expect(await findFreePort()).toBeLessThan(32_768)
})

it('reports an address of another machine and names the HOST variable', async () => {
  await expect(requireFreePort('198.51.100.1', 4000)).rejects.toThrow(/cannot listen on 198\.51\.100\.1 .* set HOST/)
})
