import Docker from 'dockerode'
import { expect, test } from 'vitest'
import { openHttpServer } from '../../../testing/http-server.ts'
import { createImageEngine } from './image-engine.ts'

/** An engine that reports this version. */
async function startEngine(version: unknown) {
  const server = await openHttpServer((_, response) => {
    response.setHeader('content-type', 'application/json').end(JSON.stringify(version))
  })
  return { ...server, docker: new Docker({ protocol: 'http', host: '127.0.0.1', port: server.port }) }
}

test('a call that the engine never answers fails, and later calls work', async () => {
  await using server = await openHttpServer((request, response) => {
    if (!request.url?.includes('hung')) response.writeHead(404).end('{}')
  })
  const docker = new Docker({ protocol: 'http', host: '127.0.0.1', port: server.port })
  const impatient = createImageEngine(docker, 1)
  await expect(impatient.find('hung:1')).rejects.toThrow(/did not answer within 1 ms/)
  await expect(impatient.addName('hung:1', 'other:1')).rejects.toThrow(/did not answer within 1 ms/)
  expect(await createImageEngine(docker).find('missing:1')).toBeUndefined()
})

test.each([
  ['lists its components', { Version: '29.0.1', Components: [{ Name: 'Engine' }, { Name: 'containerd' }] }],
  ['lists no components', { Version: '18.3' }],
])('accepts a Docker engine that %s', async (_, version) => {
  await using engine = await startEngine(version)
  await expect(createImageEngine(engine.docker).requireDocker()).resolves.toBeUndefined()
})

test('rejects Podman, with a remedy', async () => {
  await using engine = await startEngine({
    Version: '5.6.2',
    Components: [{ Name: 'Podman Engine' }, { Name: 'Conmon' }],
  })
  await expect(createImageEngine(engine.docker).requireDocker()).rejects.toThrow(
    /is Podman.*install Docker, or set DOCKER_HOST/,
  )
})

test.each([['not an object'], [{ Components: null }], [{ Components: [{}] }]])(
  'rejects an engine with the version %j, with a remedy',
  async (version) => {
    await using engine = await startEngine(version)
    await expect(createImageEngine(engine.docker).requireDocker()).rejects.toThrow(
      /not a Docker engine: install Docker, or set DOCKER_HOST/,
    )
  },
)

test('reports an unreachable engine, with a remedy', async () => {
  const nobody = new Docker({ socketPath: '/nonexistent/docker.sock' })
  await expect(createImageEngine(nobody).requireDocker()).rejects.toThrow(/No Docker engine answers.*install Docker/)
})
