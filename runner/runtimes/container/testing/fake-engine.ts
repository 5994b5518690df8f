import { mkdtemp, rm } from 'node:fs/promises'
import { createServer, type ServerResponse } from 'node:http'
import type { Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Duplex } from 'node:stream'
import { text } from 'node:stream/consumers'
import type { EngineAddress } from '../engine.ts'

/** The calls in a container's life, in order. */
export type EngineCall = 'image' | 'create' | 'attach' | 'wait' | 'start' | 'inspect' | 'remove'

/** Misbehavior of the engine in response to a call. */
export type Fault = 'never answers' | 'refuses' | 'finds nothing' | 'leaves' | 'gives another'

export type FakeEngine = AsyncDisposable & {
  readonly address: EngineAddress
  /** Calls received so far, including unanswered ones. */
  readonly calls: readonly EngineCall[]
  /** Makes the container print on both outputs. `end`: the digits of the end mark from its environment. */
  print(text: (end: string) => { readonly stdout: string; readonly stderr: string }): void
  /** Ends the running container. */
  exit(code: number): void
  /** Closes the engine and all its connections. */
  leave(): void
}

const message = 'the fake engine refuses'
const refusal = JSON.stringify({ message })

const paths: ReadonlyArray<readonly [EngineCall, string, RegExp]> = [
  ['image', 'GET', /^\/images\/.+\/json/],
  ['create', 'POST', /^\/containers\/create\?/],
  ['attach', 'POST', /^\/containers\/[\w-]+\/attach\?/],
  ['wait', 'POST', /^\/containers\/[\w-]+\/wait\?/],
  ['start', 'POST', /^\/containers\/[\w-]+\/start/],
  ['inspect', 'GET', /^\/containers\/[\w-]+\/json/],
  ['remove', 'DELETE', /^\/containers\/[\w-]+/],
]

/**
 * A fake engine with the part of the API that one container needs, to simulate failures that no real engine produces on
 * demand.
 */
export async function startFakeEngine(faults: Partial<Record<EngineCall, Fault>> = {}): Promise<FakeEngine> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-test-'))
  const path = join(folder, 'engine.sock')
  const calls: EngineCall[] = []
  const sockets = new Set<Socket>()
  let attached: Duplex | undefined
  let waiting: ServerResponse | undefined
  let end = ''

  /** True: the fault has replaced the normal answer. */
  const hasFault = (call: EngineCall, refuse: () => void): boolean => {
    calls.push(call)
    const fault = faults[call]
    if (fault === 'refuses' || fault === 'finds nothing') refuse()
    if (fault === 'leaves') leave()
    return fault !== undefined && fault !== 'gives another'
  }
  const callOf = (method = '', url = '') =>
    paths.find(([, expected, pattern]) => expected === method && pattern.test(url))?.[0]
  const leave = () => {
    for (const socket of sockets) socket.destroy()
    server.close()
  }

  const server = createServer((request, response) => {
    const call = callOf(request.method, request.url)
    if (call === 'create') void text(request).then((body) => (end = /"TRAVEL_END=(\w+)"/.exec(body)?.[1] ?? ''))
    else request.resume()
    const json = (status: number, body: unknown) => {
      response.writeHead(status, { 'content-type': 'application/json' }).end(JSON.stringify(body))
    }
    if (call === undefined) return json(404, { message: 'no such endpoint' })
    if (hasFault(call, () => json(faults[call] === 'refuses' ? 500 : 404, { message }))) return
    switch (call) {
      case 'image': {
        const digest = faults.image === undefined ? /:([^:]+)\/json/.exec(request.url ?? '')?.[1] : 'another'
        return json(200, { Id: 'sha256:0', Config: { Labels: { 'aw.travel.digest': digest }, Cmd: ['true'] } })
      }
      case 'create':
        return json(201, { Id: 'c1', Warnings: [] })
      case 'wait':
        waiting = response
        response.writeHead(200, { 'content-type': 'application/json' }).flushHeaders()
        return
      case 'inspect':
        return json(200, { State: { OOMKilled: false } })
      default:
        response.writeHead(204).end()
    }
  })
  server.on('connection', (socket) => {
    sockets.add(socket)
    socket.on('close', () => sockets.delete(socket))
  })
  server.on('upgrade', (_, socket) => {
    if (hasFault('attach', () => socket.end(`HTTP/1.1 500 no\r\ncontent-length: ${refusal.length}\r\n\r\n${refusal}`)))
      return
    attached = socket
    socket.on('error', () => {})
    socket.write('HTTP/1.1 101 UPGRADED\r\nconnection: Upgrade\r\nupgrade: tcp\r\n\r\n')
  })
  await new Promise<void>((resolve) => server.listen(path, resolve))

  return {
    address: { kind: 'socket', path },
    calls,
    print: (of) => {
      const { stdout, stderr } = of(end)
      attached?.write(Buffer.concat([frameOf(1, stdout), frameOf(2, stderr)]))
    },
    exit: (code) => {
      attached?.end()
      waiting?.end(JSON.stringify({ StatusCode: code }))
    },
    leave,
    async [Symbol.asyncDispose]() {
      leave()
      await rm(folder, { recursive: true, force: true })
    },
  }
}

function frameOf(stream: number, content: string): Buffer {
  const bytes = Buffer.from(content)
  const header = Buffer.from([stream, 0, 0, 0, 0, 0, 0, 0])
  header.writeUInt32BE(bytes.length, 4)
  return Buffer.concat([header, bytes])
}
