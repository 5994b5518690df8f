import { once } from 'node:events'
import { createServer } from 'node:http'
import type { AddressInfo } from 'node:net'
import Docker from 'dockerode'
import { expect, test } from 'vitest'
import { createImageEngine } from './image-engine.ts'

/** An engine that says this of its version. */
async function startEngine(version: unknown) {
  const server = createServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(version))
  }).listen(0, '127.0.0.1')
  await once(server, 'listening')
  const { port }: Pick<AddressInfo, 'port'> = Object(server.address())
  return {
    docker: new Docker({ protocol: 'http', host: '127.0.0.1', port }),
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}

test.each([
  ['names its parts', { Version: '29.0.1', Components: [{ Name: 'Engine' }, { Name: 'containerd' }] }],
  ['names no parts', { Version: '18.3' }],
])('a Docker engine that %s is taken', async (_, version) => {
  await using engine = await startEngine(version)
  await expect(createImageEngine(engine.docker).requireDocker()).resolves.toBeUndefined()
})

test('Podman is refused, and the message says what to do', async () => {
  await using engine = await startEngine({
    Version: '5.6.2',
    Components: [{ Name: 'Podman Engine' }, { Name: 'Conmon' }],
  })
  await expect(createImageEngine(engine.docker).requireDocker()).rejects.toThrow(
    /is Podman.*install Docker, or set DOCKER_HOST/,
  )
})

test.each([['not an object'], [{ Components: null }], [{ Components: [{}] }]])(
  'what answers %j for its version is no Docker engine, and the message says what to do',
  async (version) => {
    await using engine = await startEngine(version)
    await expect(createImageEngine(engine.docker).requireDocker()).rejects.toThrow(
      /no Docker engine: install Docker, or set DOCKER_HOST/,
    )
  },
)

test('where no engine answers, the message says what to do', async () => {
  const nobody = new Docker({ socketPath: '/nonexistent/docker.sock' })
  await expect(createImageEngine(nobody).requireDocker()).rejects.toThrow(/No Docker engine answers.*install Docker/)
})
