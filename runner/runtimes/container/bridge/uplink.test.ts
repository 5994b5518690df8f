import { once } from 'node:events'
import { text } from 'node:stream/consumers'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import { expect, test } from 'vitest'
import { type LogLine, recordingLog } from '../../../egress/testing/engine-fixture.ts'
import { createInstanceCa, makeAuthority } from '../gateway/instance-ca.ts'
import { listenForRelay, type Target } from './uplink.ts'
import { targetLine, tokenLine, uplinkName } from './uplink-protocol.ts'

const authority = await makeAuthority(Date.now())
const ca = createInstanceCa(authority)
const token = 'x'.repeat(43)
const target = { address: '10.213.0.2', port: 443 }
const begin = tokenLine(token) + targetLine(target.address, target.port)

/** Listens, and echoes the data of containers. */
async function listen() {
  const lines: LogLine[] = []
  const taken: Target[] = []
  const uplink = await listenForRelay({
    ...{ ca, token, host: '127.0.0.1', log: recordingLog(lines) },
    take: (asked, socket) => {
      taken.push(asked)
      socket.pipe(socket)
    },
  })
  const open = async (options: ConnectionOptions = {}): Promise<TLSSocket> => {
    const { certificatePem } = authority
    const socket = connect({
      host: '127.0.0.1',
      port: uplink.port,
      servername: uplinkName,
      ca: certificatePem,
      ...options,
    })
    await once(socket, 'secureConnect')
    return socket
  }
  return { lines, taken, open, port: uplink.port, [Symbol.asyncDispose]: () => uplink[Symbol.asyncDispose]() }
}

test('accepts a connection with the token, and passes on its target and data however they are split', async () => {
  await using uplink = await listen()
  for (const cut of [1, 7, 44, 59, 1000]) {
    const socket = await uplink.open()
    const bytes = Buffer.from(`${begin}what it sends\n`)
    for (let at = 0; at < bytes.length; at += cut) socket.write(bytes.subarray(at, at + cut))
    socket.end()
    expect(await text(socket)).toBe('what it sends\n')
  }
  expect(uplink.taken).toEqual(Array.from({ length: 5 }, () => target))
})

test.each([
  ['another token', `${'y'.repeat(43)}\n${targetLine(target.address, 443)}`],
  ['a truncated token', tokenLine(token.slice(0, -1))],
  ['an extended token', tokenLine(`${token}x`)],
  ['no token', '\n'],
  ['a request', 'GET / HTTP/1.1\r\n\r\n'],
])('closes a connection that sends %s, without an answer, and logs this', async (_, sent) => {
  await using uplink = await listen()
  const socket = await uplink.open()
  socket.write(sent)
  expect(await text(socket)).toBe('')
  expect(uplink.taken).toEqual([])
  expect(JSON.stringify(uplink.lines)).toContain('without the token')
})

test.each([
  ['no address', 'nothing 443\n'],
  ['no port', '10.213.0.2\n'],
  ['an invalid port', '10.213.0.2 65536\n'],
  ['an IPv6 address', '::1 443\n'],
  ['a line that does not end', 'x'.repeat(200)],
])('rejects a target with %s', async (_, line) => {
  await using uplink = await listen()
  const socket = await uplink.open()
  socket.write(tokenLine(token) + line)
  expect(await text(socket)).toBe('')
  expect(uplink.taken).toEqual([])
})

test('presents no certificate to a client that requests another server name', async () => {
  await using uplink = await listen()
  // This client would accept any certificate.
  await expect(uplink.open({ servername: 'api.example.com', rejectUnauthorized: false })).rejects.toThrow()
  expect(await uplink.open({ rejectUnauthorized: false })).toBeDefined()
})

test('closes accepted connections when it closes', async () => {
  const uplink = await listen()
  const socket = await uplink.open()
  socket.write(begin)
  await expect.poll(() => uplink.taken).toHaveLength(1)
  const ended = once(socket, 'close')
  await uplink[Symbol.asyncDispose]()
  await ended
})

test('rejects with EADDRNOTAVAIL if the host address belongs to another machine', async () => {
  const listening = listenForRelay({ ca, token, host: '198.51.100.1', log: recordingLog([]), take: () => {} })
  await expect(listening).rejects.toMatchObject({ code: 'EADDRNOTAVAIL' })
})
