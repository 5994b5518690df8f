import { once } from 'node:events'
import { createServer } from 'node:net'
import { expect, it } from 'vitest'
import { findFreePort, requireFreePort } from './free-port.ts'

it('says in one sentence that a port is in use, naming PORT', async () => {
  const port = await findFreePort()
  const server = createServer().listen(port, '127.0.0.1')
  await once(server, 'listening')
  await expect(requireFreePort('127.0.0.1', port)).rejects.toThrow(
    `Port ${port} is in use: end what listens there, or set PORT to another one, as in PORT=${port + 1} npm run up.`,
  )
  server.close()
  await once(server, 'close')
  await requireFreePort('127.0.0.1', port)
})

it('says that an address is not this machine’s, naming HOST', async () => {
  await expect(requireFreePort('198.51.100.1', 4000)).rejects.toThrow(/cannot listen on 198\.51\.100\.1 .* set HOST/)
})
