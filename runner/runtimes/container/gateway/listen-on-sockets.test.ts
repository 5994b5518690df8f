import { once } from 'node:events'
import { mkdtemp, readdir, rm, stat } from 'node:fs/promises'
import { connect, type Socket } from 'node:net'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import type { Duplex } from 'node:stream'
import * as dns from 'dns-packet'
import { describe, expect, it } from 'vitest'
import { listenOnSockets } from './listen-on-sockets.ts'
import { fetchBy, type OpenGateway, openGateway } from './testing/gateway-fixture.ts'

const query = (name: string, id = 1) => dns.encode({ type: 'query', id, questions: [{ name, type: 'A' }] })
const framed = (...messages: Uint8Array[]) =>
  Buffer.concat(messages.flatMap((message) => [Buffer.from([message.length >> 8, message.length & 255]), message]))

/** Reads `count` messages with their length prefixes, or fewer if the stream ends. */
function read(socket: Socket, count: number): Promise<dns.DecodedPacket[]> {
  const { promise, resolve } = Promise.withResolvers<dns.DecodedPacket[]>()
  const messages: dns.DecodedPacket[] = []
  let pending = Buffer.alloc(0)
  socket.on('error', () => {})
  socket.on('close', () => resolve(messages))
  socket.on('data', (chunk: Buffer) => {
    pending = Buffer.concat([pending, chunk])
    while (pending.length >= 2 && pending.length >= 2 + pending.readUInt16BE(0)) {
      const end = 2 + pending.readUInt16BE(0)
      messages.push(dns.decode(pending.subarray(2, end)))
      pending = pending.subarray(end)
    }
    if (messages.length >= count) resolve(messages)
  })
  return promise
}

async function lookUp({ dnsPath }: OpenGateway, bytes: Uint8Array, count = 1): Promise<dns.DecodedPacket[]> {
  const socket = connect(dnsPath)
  socket.write(bytes)
  const messages = await read(socket, count)
  socket.destroy()
  return messages
}

describe('the sockets of a container', () => {
  it('accept connections from any user who can reach their folder, and are removed on close', async () => {
    const opened = await openGateway()
    const folder = dirname(opened.path)
    const modeOf = async (path: string) => (await stat(path)).mode & 0o777
    expect(await modeOf(folder)).toBe(0o711)
    expect((await readdir(folder)).sort()).toEqual(['dns.sock', 'gateway.sock', 'plain.sock'])
    const paths = [opened.path, opened.plainPath, opened.dnsPath]
    expect(await Promise.all(paths.map(modeOf))).toEqual([0o666, 0o666, 0o666])
    await opened[Symbol.asyncDispose]()
    await expect(stat(folder)).rejects.toThrow('ENOENT')
  })

  it('close their connections when they close, even if the gateway continues', async () => {
    await using opened = await openGateway({ isAssigned: false })
    const directory = await mkdtemp(join(tmpdir(), 'sockets-'))
    const listeners = await listenOnSockets(opened.gateway, directory)
    const socket = connect(join(directory, 'dns.sock'))
    socket.write(framed(query('api.example.com')))
    await once(socket, 'data')
    await listeners[Symbol.asyncDispose]()
    await once(socket, 'close')
    expect(await readdir(directory)).toEqual([])
    await rm(directory, { recursive: true })
  })

  it('exist for each additional port, and pass the port’s number to the gateway', async () => {
    await using opened = await openGateway()
    const directory = await mkdtemp(join(tmpdir(), 'sockets-'))
    const ports: (number | undefined)[] = []
    const gateway = {
      ...opened.gateway,
      accept: (socket: Duplex, port?: number) => {
        ports.push(port)
        socket.destroy()
      },
    }
    const listeners = await listenOnSockets(gateway, directory, [8443, 9443])
    const names = ['gateway-8443.sock', 'gateway-9443.sock', 'gateway.sock']
    expect((await readdir(directory)).sort()).toEqual(['dns.sock', ...names, 'plain.sock'])
    for (const name of names)
      await once(
        connect(join(directory, name)).on('error', () => {}),
        'close',
      )
    expect(ports).toEqual([8443, 9443, undefined])
    await listeners[Symbol.asyncDispose]()
    await rm(directory, { recursive: true })
  })

  it('reject a path that is too long or already in use', async () => {
    await using opened = await openGateway()
    const directory = await mkdtemp(join(tmpdir(), `${'x'.repeat(90)}-`))
    await expect(listenOnSockets(opened.gateway, directory)).rejects.toThrow('use a shorter one')
    await rm(directory, { recursive: true })
    await expect(listenOnSockets(opened.gateway, dirname(opened.path))).rejects.toThrow('EADDRINUSE')
    expect(await fetchBy(opened, 'https://api.example.com/')).toMatchObject({ status: 200 })
  })
})

describe('DNS on its socket', () => {
  it('answers messages in order, however they are split', async () => {
    await using opened = await openGateway()
    const bytes = framed(query('api.example.com', 1), query('other.example.com', 2), query('API.example.com', 3))
    expect((await lookUp(opened, bytes, 3)).map(({ id }) => id)).toEqual([1, 2, 3])

    const socket = connect(opened.dnsPath)
    for (const byte of bytes) socket.write(Buffer.from([byte]))
    const answers = await read(socket, 3)
    expect(answers.map(({ answers: given }) => given?.length)).toEqual([1, 1, 1])
    socket.destroy()
  })

  it('reports an undeclared name, answers NXDOMAIN, and then refuses everything', async () => {
    await using opened = await openGateway()
    const bytes = framed(query('c2VjcmV0.t.evil.example'), query('api.example.com'))
    expect(await lookUp(opened, bytes, 2)).toMatchObject([{ rcode: 'NXDOMAIN' }, { rcode: 'REFUSED' }])
    expect(opened.violations).toEqual(['DNS: looked up "c2VjcmV0.t.evil.example" (A), which is not declared'])
  })

  it('reports only the end of a long undeclared name, and replaces control characters', async () => {
    await using opened = await openGateway()
    await lookUp(opened, framed(query(`\x1b[2J${'a'.repeat(50)}.${'b'.repeat(60)}.evil.example`)))
    expect(opened.violations[0]).toMatch(/^DNS: looked up "…b{46}\.evil\.example" \(A\)/)
    await using other = await openGateway()
    await lookUp(other, framed(query('\x1b[2J.example')))
    expect(other.violations).toEqual(['DNS: looked up "�[2J.example" (A), which is not declared'])
  })

  it('resolves the reserved name only for harnesses', async () => {
    await using harness = await openGateway({ hostCalls: true })
    expect(await lookUp(harness, framed(query('runner.travel.internal')))).toMatchObject([{ rcode: 'NOERROR' }])
    await using program = await openGateway({ hosts: ['runner.travel.internal', 'api.example.com'] })
    expect(await lookUp(program, framed(query('runner.travel.internal')))).toMatchObject([{ rcode: 'NXDOMAIN' }])
    expect(program.violations).toHaveLength(1)
  })

  it('resolves a declared host, whatever port its declaration has', async () => {
    await using opened = await openGateway({ hosts: ['api.example.com:8443'] })
    expect(await lookUp(opened, framed(query('api.example.com')))).toMatchObject([{ answers: [{ data: '127.0.0.1' }] }])
  })

  it('refuses all lookups before the container has an execution', async () => {
    await using opened = await openGateway({ isAssigned: false })
    const bytes = framed(query('api.example.com'), query('evil.example'))
    expect(await lookUp(opened, bytes, 2)).toMatchObject([{ rcode: 'REFUSED' }, { rcode: 'REFUSED' }])
    expect(opened.violations).toEqual([])
    expect(opened.lines[0]?.message).toBe('A container looked up a name before it had an execution')
  })

  it('limits the lookups per second', async () => {
    let now = 1000
    await using opened = await openGateway({ limits: { lookupsPerSecond: 2 }, monotonic: () => now })
    const three = framed(...Array(3).fill(query('api.example.com')))
    expect(await lookUp(opened, three, 3)).toMatchObject([
      { rcode: 'NOERROR' },
      { rcode: 'NOERROR' },
      { rcode: 'REFUSED' },
    ])
    now = 2000
    expect(await lookUp(opened, framed(query('api.example.com')))).toMatchObject([{ rcode: 'NOERROR' }])
  })

  it('closes a stream that announces a message over the size limit, but answers an invalid message', async () => {
    await using opened = await openGateway()
    const unread = framed(query('api.example.com'))
    expect(await lookUp(opened, Buffer.concat([Buffer.from([0xff, 0xff]), unread]))).toEqual([])
    expect(await lookUp(opened, Buffer.concat([framed(Buffer.alloc(0)), unread]), 2)).toMatchObject([
      { rcode: 'FORMERR' },
      { rcode: 'NOERROR' },
    ])
    expect(opened.violations).toEqual([])
  })

  it('limits the number of concurrent streams', async () => {
    await using opened = await openGateway()
    const sockets = Array.from({ length: 16 }, () => connect(opened.dnsPath))
    await Promise.all(
      sockets.map(async (socket) => {
        socket.write(framed(query('api.example.com')))
        await once(socket, 'data')
      }),
    )
    expect(await lookUp(opened, framed(query('api.example.com')))).toEqual([])
    for (const socket of sockets) socket.destroy()
  })
})
