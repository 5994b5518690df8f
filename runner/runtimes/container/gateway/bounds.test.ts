import { once } from 'node:events'
import { connect as connectNet, Socket } from 'node:net'
import { type Duplex, duplexPair } from 'node:stream'
import { setImmediate as turn } from 'node:timers/promises'
import { type ConnectionOptions, connect, type TLSSocket } from 'node:tls'
import fc from 'fast-check'
import { describe, expect, it } from 'vitest'
import type { FinalAnswer } from '../../../contract/host-seam.ts'
import type { After } from '../../../egress/scope.ts'
import {
  authority,
  closeOf,
  exchange,
  exchangePlain,
  exchangeWithoutTls,
  fetchBy,
  type OpenGateway,
  openGateway,
} from './testing/gateway-fixture.ts'

const mb = 1024 * 1024
const url = 'https://api.example.com/'
const host = 'Host: api.example.com\r\n'

function connectTo({ path }: OpenGateway): TLSSocket {
  return connect({ path, servername: 'api.example.com', ca: authority.certificatePem })
}

/** Both ways to a declared host, with the event that signals an open connection. */
const ways = [
  ['over TLS', connectTo, 'secureConnect', exchange],
  ['on the socket without TLS', ({ plainPath }: OpenGateway) => connectNet(plainPath), 'connect', exchangeWithoutTls],
] as const

/** The gateway's end of the next connection. */
function acceptedBy({ gateway }: OpenGateway): Promise<Socket> {
  const { promise, resolve } = Promise.withResolvers<Socket>()
  const { accept, acceptPlain } = gateway
  const note = (socket: Duplex) => socket instanceof Socket && resolve(socket)
  gateway.accept = (socket, port) => {
    note(socket)
    accept(socket, port)
  }
  gateway.acceptPlain = (socket) => {
    note(socket)
    acceptPlain(socket)
  }
  return promise
}

/** Timers that fire when the test says so. */
function manualTimers() {
  const timers = new Set<{ ms: number; callback: () => void }>()
  const after: After = (ms, callback) => {
    const timer = { ms, callback }
    timers.add(timer)
    return () => void timers.delete(timer)
  }
  const waitsFor = async (ms: number) => {
    for (;;) {
      const timer = [...timers].find((one) => one.ms === ms)
      if (timer !== undefined) return timer
      await turn()
    }
  }
  /** Waits until a timer of this duration is set, and fires it. */
  const runOut = async (ms: number) => {
    const timer = await waitsFor(ms)
    timers.delete(timer)
    timer.callback()
  }
  return { after, waitsFor, runOut, timers }
}

describe('tells a program why its request is rejected:', () => {
  const many = (count: number, value = 'y') =>
    Array.from({ length: count }, (_, at) => `X-${at}: ${value}\r\n`).join('')
  const get = (target: string, headers = '') => `GET ${target} HTTP/1.1\r\n${host}${headers}\r\n`

  it.each([
    ['65 headers', 431, get('/', many(65))],
    ['3,000 headers', 431, get('/', many(3000))],
    ['a header of 16,385 characters', 431, get('/', `X: ${'y'.repeat(16_385)}\r\n`)],
    ['a name of 257 characters', 431, get('/', `${'X'.repeat(257)}: y\r\n`)],
    ['33,000 characters of headers', 431, get('/', many(3, 'y'.repeat(11_000)))],
    ['a head of 200,000 bytes', 431, get('/', `X: ${'y'.repeat(200_000)}\r\n`)],
    ['a URL of 16,400 characters', 414, get(`/${'y'.repeat(16_400)}`)],
    ['HTTP/1.0', 505, `GET / HTTP/1.0\r\n${host}Connection: keep-alive\r\n\r\n`],
    ['an unknown expectation', 417, `POST / HTTP/1.1\r\n${host}Expect: 200-ok\r\nContent-Length: 2\r\n\r\nok`],
    [
      'a body of more than 1 MB',
      413,
      `POST / HTTP/1.1\r\n${host}Content-Length: ${mb + 1}\r\n\r\n${'y'.repeat(mb + 1)}`,
    ],
    [
      'a body of more than 1 MB in chunks',
      413,
      `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\n\r\n200000\r\n${'y'.repeat(2 * mb)}\r\n0\r\n\r\n`,
    ],
    [
      'a body of more than 1 MB before it is sent',
      413,
      `POST / HTTP/1.1\r\n${host}Expect: 100-continue\r\nContent-Length: ${mb + 1}\r\n\r\n`,
    ],
    [
      'a head that is too large, before its body is sent',
      431,
      `POST / HTTP/1.1\r\n${host}${many(65)}Expect: 100-continue\r\nContent-Length: 2\r\n\r\n`,
    ],
  ])('%s', async (_, status, bytes) => {
    for (const send of [exchange, exchangeWithoutTls]) await isTold(send, status, bytes)
  })

  async function isTold(send: typeof exchangeWithoutTls, status: number, bytes: string): Promise<void> {
    await using opened = await openGateway()
    const answer = await send(opened, bytes + get('/smuggled'))
    expect(answer).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
    expect(answer).toMatch(/^content-type: application\/problem\+json\r$/m)
    expect(answer).toMatch(/^x-travel-error: Request(Refused|TooLarge)Error\r$/m)
    expect(answer.toLowerCase()).toMatch(/^connection: close\r$/m)
    expect(answer.match(/HTTP\/1\.1 /g)).toHaveLength(1)
    expect(opened.calls).toEqual([])
    expect(opened.violations).toEqual([])
  }

  it('but accepts a request that is exactly at the limits', async () => {
    await using opened = await openGateway()
    const rest = `${many(62)}X: ${'y'.repeat(16_384)}\r\n`
    expect(await exchange(opened, get(`/${'y'.repeat(16_384 - url.length)}`, `${rest}Connection: close\r\n`))).toMatch(
      /^HTTP\/1\.1 200 /,
    )
    const body = Buffer.alloc(mb, 0xff)
    expect(await fetchBy(opened, url, { method: 'POST', body })).toMatchObject({ status: 200 })
    expect(opened.calls).toHaveLength(2)
  })
})

describe('time limits', () => {
  it.each(ways)('%s: an incomplete head has one deadline, however slowly its bytes arrive', async (_, open, event) => {
    const { after, runOut, timers, waitsFor } = manualTimers()
    await using opened = await openGateway({ after, limits: { idleTimeoutMs: 7 } })
    const accepted = acceptedBy(opened)
    const socket = open(opened)
    const closed = closeOf(socket)
    await once(socket, event)
    const deadline = await waitsFor(7)
    const inside = await accepted
    for (const piece of ['GET', ' / H', 'T']) {
      const before = inside.bytesRead
      socket.write(piece)
      while (inside.bytesRead === before) await turn()
      await turn()
    }
    expect([...timers]).toEqual([deadline])
    expect(await waitsFor(7)).toBe(deadline)
    await runOut(7)
    await closed
    expect(timers.size).toBe(0)
    expect(opened.violations).toEqual([])
  })

  it.each(ways)('%s: closes a connection that stays idle after an answer', async (_, open) => {
    const { after, runOut } = manualTimers()
    await using opened = await openGateway({ after, limits: { idleTimeoutMs: 7 } })
    const socket = open(opened)
    const closed = closeOf(socket)
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    await once(socket, 'data')
    await runOut(7)
    await closed
    expect(opened.calls).toHaveLength(1)
  })

  it.each(ways)('%s: keeps no timer for a connection that its client has closed', async (_, open, event) => {
    const { after, timers, waitsFor } = manualTimers()
    await using opened = await openGateway({ after, limits: { idleTimeoutMs: 7 } })
    const socket = open(opened)
    await once(socket, event)
    await waitsFor(7)
    socket.destroy()
    while (timers.size > 0) await turn()
    expect(opened.violations).toEqual([])
  })

  it.each(ways)('%s: closes a connection whose body does not arrive in time', async (_, _open, _event, send) => {
    const { after, runOut } = manualTimers()
    await using opened = await openGateway({ after, limits: { bodyTimeoutMs: 7 } })
    const answer = send(opened, `POST / HTTP/1.1\r\n${host}Content-Length: 10\r\n\r\nhalf`)
    await runOut(7)
    expect(await answer).toBe('')
    expect(opened.calls).toEqual([])
    expect(opened.violations).toEqual([])
  })

  it.each(ways)('%s: closes a connection whose answer is not read in time, and frees its slot', async (_, open) => {
    const { after, runOut } = manualTimers()
    const large: FinalAnswer = { kind: 'value', value: { status: 200, url, headers: [] }, body: Buffer.alloc(8 * mb) }
    await using opened = await openGateway({
      after,
      answer: () => large,
      limits: { answerTimeoutMs: 7, requestsAtOnce: 1 },
    })
    const socket = open(opened)
    socket.on('error', () => {})
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    const next = fetchBy(opened, url)
    await runOut(7)
    expect((await next).body).toHaveLength(8 * mb)
    socket.destroy()
  })

  it.each([
    ['without data', false],
    ['one byte at a time', true],
  ])('closes a connection whose handshake takes too long (%s)', async (_, drips) => {
    await using opened = await openGateway({ limits: { handshakeTimeoutMs: 50 } })
    const socket = connectNet(opened.path).resume()
    const closed = closeOf(socket)
    if (drips) {
      const hello = [22, 3, 1, 2, 0, 1, 0, 1, 0xfc, 3, 3]
      const drip = setInterval(() => socket.write(Buffer.from([hello.shift() ?? 0])), 5)
      socket.once('close', () => clearInterval(drip))
    }
    await closed
    expect(opened.violations).toEqual([])
    expect(opened.lines).toMatchObject([{ fields: { reason: 'the handshake took too long' } }])
  })
})

describe('limits on connections, requests and log lines', () => {
  it('frees the slot of a request whose client disconnected while it waited', async () => {
    const { promise: go, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    await using opened = await openGateway({
      limits: { requestsAtOnce: 1 },
      answer: async () => {
        isAsked()
        await go
        return { kind: 'value', value: { status: 200, url, headers: [] } }
      },
    })
    const closing = Promise.withResolvers<void>()
    const { gateway } = opened
    const accept = gateway.accept
    gateway.accept = (socket, port) => {
      socket.once('close', () => closing.resolve())
      accept(socket, port)
    }
    const socket = connectTo(opened)
    socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
    await asked
    socket.destroy()
    await closing.promise
    release()
    expect(await fetchBy(opened, url)).toMatchObject({ status: 200 })
  })

  it.each(ways)(
    '%s: closes connections beyond the limit and logs this once; the other connections work',
    async (_, open, event, send) => {
      await using opened = await openGateway({ limits: { connections: 2 } })
      const kept = [open(opened), open(opened)]
      await Promise.all(kept.map((socket) => once(socket, event)))
      expect(await send(opened, '')).toBe('')
      expect(opened.lines).toMatchObject([{ message: 'A container has 2 connections open; further ones are closed' }])
      for (const socket of kept) {
        socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
        await once(socket, 'data')
        socket.destroy()
      }
      expect(opened.calls).toHaveLength(2)
    },
  )

  it('limits the number of log lines per container', async () => {
    await using opened = await openGateway({ isAssigned: false })
    for (let at = 0; at < 50; at += 1) await exchangePlain(opened, 'x')
    expect(opened.lines).toHaveLength(21)
    expect(opened.lines.at(-1)?.message).toBe('Further problems of this container are not logged')
  })

  it.each(ways)('%s: does not read a body before a slot is free', async (_, open) => {
    const { promise: go, resolve: release } = Promise.withResolvers<void>()
    const { promise: asked, resolve: isAsked } = Promise.withResolvers<void>()
    await using opened = await openGateway({
      limits: { requestsAtOnce: 1 },
      answer: async () => {
        isAsked()
        await go
        return { kind: 'value', value: { status: 200, url, headers: [] } }
      },
    })
    const first = fetchBy(opened, url)
    await asked

    const socket = open(opened)
    socket.on('error', () => {})
    let sent = 0
    const piece = Buffer.alloc(64 * 1024)
    const send = () => {
      while (sent < 40 * mb) {
        sent += piece.length
        if (!socket.write(piece)) return
      }
    }
    socket.on('drain', send)
    socket.write(`POST / HTTP/1.1\r\n${host}Content-Length: ${40 * mb}\r\n\r\n`)
    send()
    // The upload is stalled once the gateway completes another handshake without reading more of the upload.
    for (let before = -1; before !== sent && sent < 4 * mb; ) {
      before = sent
      const other = connectTo(opened)
      await once(other, 'secureConnect')
      other.destroy()
    }
    // Only the buffers of the kernel and of the streams are filled.
    expect(sent).toBeLessThan(4 * mb)

    release()
    expect(await first).toMatchObject({ status: 200 })
    const [answer] = await once(socket, 'data')
    expect(String(answer)).toMatch(/^HTTP\/1\.1 413 /)
    socket.destroy()
  })
})

describe('a container that floods its gateway', () => {
  /** A gateway whose clock stands still: bytes beyond the allowance wait for a timer of a few milliseconds. */
  async function openWithoutTime() {
    const { after, timers } = manualTimers()
    const clock = { ms: 0 }
    const opened = await openGateway({ after, monotonic: () => clock.ms })
    const isHeldBack = async () => {
      while (![...timers].some(({ ms }) => ms < 100)) await turn()
      return true
    }
    const release = () => {
      clock.ms += 10_000
      for (const timer of timers) if (timer.ms < 100) timer.callback()
    }
    return { opened, isHeldBack, release }
  }

  it('is throttled for many connections, even without data', async () => {
    const { opened, isHeldBack, release } = await openWithoutTime()
    await using gateway = opened
    for (let made = 0; made < 256; made += 1) {
      const [socket] = duplexPair()
      gateway.gateway.acceptPlain(socket)
      await closeOf(socket.destroy())
    }
    const answer = fetchBy(gateway, url)
    await isHeldBack()
    expect(gateway.calls).toEqual([])
    release()
    expect(await answer).toMatchObject({ status: 200 })
  })

  it('is throttled for the bytes of its request heads', async () => {
    const { opened, isHeldBack } = await openWithoutTime()
    await using gateway = opened
    const socket = connectNet(gateway.plainPath)
    const request = `GET / HTTP/1.1\r\n${host}X: ${'y'.repeat(16_000)}\r\nY: ${'y'.repeat(16_000)}\r\n\r\n`
    for (let sent = 0; ; sent += 1) {
      socket.write(request)
      if (await Promise.race([once(socket, 'data').then(() => false), isHeldBack()])) break
      expect(sent).toBeLessThan(300)
    }
    expect(gateway.calls.length).toBeGreaterThan(200)
    socket.destroy()
  })

  it.each(ways)('%s: causes a violation with a chunked body that has far more framing than data', async (...way) => {
    const [, , , send] = way
    const chunked = `POST / HTTP/1.1\r\n${host}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n`
    await using plain = await openGateway()
    expect(await send(plain, `${chunked}${'1\r\nx\r\n'.repeat(30_000)}0\r\n\r\n`)).toMatch(/^HTTP\/1\.1 200 /)
    await using opened = await openGateway()
    await send(opened, `${chunked}${`1;x=${'y'.repeat(16_000)}\r\nx\r\n`.repeat(60)}0\r\n\r\n`)
    expect(opened.violations).toEqual(['HTTP: a chunked body with more framing than data'])
    expect(opened.calls).toEqual([])
  })
})

describe('a TLS session', () => {
  it.each(['TLSv1.2', 'TLSv1.3'] as const)(
    'cannot be resumed by another connection, on the same gateway or another one: %s',
    async (version) => {
      await using one = await openGateway()
      await using other = await openGateway()
      const sessions: Buffer[] = []
      const open = async ({ path }: OpenGateway, session?: Buffer) => {
        const socket = connect({
          path,
          servername: 'api.example.com',
          ca: authority.certificatePem,
          minVersion: version,
          maxVersion: version,
          ...(session && { session }),
        })
        socket.on('session', (given) => sessions.push(given))
        socket.write(`GET / HTTP/1.1\r\n${host}\r\n`)
        await once(socket, 'data')
        const own = socket.getSession()
        const isReused = socket.isSessionReused()
        socket.destroy()
        return { own, isReused }
      }
      const { own } = await open(one)
      expect(sessions).not.toEqual([])
      for (const session of [...sessions, ...(own ? [own] : [])]) {
        expect((await open(one, session)).isReused).toBe(false)
        expect((await open(other, session)).isReused).toBe(false)
      }
      expect(one.violations).toEqual([])
    },
  )
})

describe('logs a failed handshake that is no violation, and does not end the execution:', () => {
  it.each<[string, ConnectionOptions, RegExp]>([
    ['the client offers no HTTP/1.1', { ALPNProtocols: ['h2'] }, /offered no HTTP\/1\.1/],
    [
      'the TLS version is too old',
      { minVersion: 'TLSv1', maxVersion: 'TLSv1.1', ciphers: 'ALL:@SECLEVEL=0' },
      /not support TLS 1\.2/,
    ],
    ['the client does not support ECDSA', { maxVersion: 'TLSv1.2', ciphers: 'AES128-SHA' }, /ECDSA P-256/],
  ])('%s', async (_, options, reason) => {
    await using opened = await openGateway()
    expect(await exchange(opened, '', options)).toBe('')
    expect(opened.lines).toMatchObject([
      { message: 'A container’s TLS connection failed', fields: { reason: expect.stringMatching(reason) } },
    ])
    expect(opened.violations).toEqual([])
    expect(await fetchBy(opened, url)).toMatchObject({ status: 200 })
  })
})

it('arbitrary bytes, with or without TLS, make no host call and do not break the gateway', async () => {
  await fc.assert(
    fc.asyncProperty(fc.uint8Array({ minLength: 1, maxLength: 300 }), fc.nat(2), async (bytes, way) => {
      await using opened = await openGateway({ limits: { handshakeTimeoutMs: 50 } })
      const socket = (way === 0 ? connectTo(opened) : connectNet(way === 1 ? opened.path : opened.plainPath)).resume()
      const closed = closeOf(socket)
      socket.end(bytes)
      await closed
      expect(opened.calls).toEqual([])
      // Bytes that are a violation end the execution; after any others the gateway works as before.
      if (opened.violations.length > 0) return
      const next = await fetchBy(opened, url, { isWithoutTls: true, agent: false })
      expect(next).toMatchObject({ status: 200 })
    }),
    { numRuns: 60 },
  )
})
