import { once } from 'node:events'
import { connect } from 'node:net'
import type { Duplex } from 'node:stream'
import { buffer, text } from 'node:stream/consumers'
import { expect, test } from 'vitest'
import type { Target } from '#runner/runtimes/container/bridge/uplink.ts'
import { makeAuthority } from '#runner/runtimes/container/gateway/instance-ca.ts'
import { findFreePort } from '../../../scripts/free-port.ts'
import { runRelay } from './testing/run-relay.ts'

const address = '127.0.0.1'

/** A relay that listens on two ports, with an app that echoes. */
async function listening(take: (socket: Duplex) => void = (socket) => socket.pipe(socket)) {
  const taken: Target[] = []
  const relay = await runRelay((target, socket) => {
    taken.push(target)
    take(socket)
  })
  relay.start()
  expect(await relay.hear()).toEqual({ type: 'ready' })
  const ports = [await findFreePort(), await findFreePort()] as const
  relay.tell({ type: 'open', address, ports })
  expect(await relay.hear()).toEqual({ type: 'opened', address })
  return { relay, taken, ports, [Symbol.asyncDispose]: () => relay[Symbol.asyncDispose]() }
}

test('carries connections both ways to their end, and reports the address and port of each', async () => {
  await using opened = await listening()
  const sent = Array.from({ length: 12 }, (_, index) => Buffer.alloc(300_000, index))
  const answers = await Promise.all(
    sent.map((bytes, index) => {
      const socket = connect({ host: address, port: opened.ports[index % 2] ?? 0 })
      socket.end(bytes)
      return buffer(socket)
    }),
  )
  expect(answers.every((answer, index) => sent[index]?.equals(answer))).toBe(true)
  const asked = opened.taken.map(({ port }) => port).sort()
  expect(asked).toEqual([...sent].map((_, index) => opened.ports[index % 2] ?? 0).sort())
  expect(opened.taken.every((target) => target.address === address)).toBe(true)
})

test('a connection that the app closes also closes for the container, after all its data', async () => {
  await using opened = await listening((socket) => socket.end('the last words'))
  const socket = connect({ host: address, port: opened.ports[0] })
  expect(await text(socket)).toBe('the last words')
})

test('leaving a network ends its connections and stops listening there', async () => {
  await using opened = await listening()
  const socket = connect({ host: address, port: opened.ports[0] })
  socket.on('error', () => {})
  socket.write('x')
  await once(socket, 'data')
  const closed = once(socket, 'close')
  opened.relay.tell({ type: 'close', address })
  await closed
  const [error] = await once(connect({ host: address, port: opened.ports[0] }), 'error')
  expect(error).toMatchObject({ code: 'ECONNREFUSED' })
})

test('refuses an address that it does not have, and continues', async () => {
  await using opened = await listening()
  opened.relay.tell({ type: 'open', address: '198.51.100.1', ports: [opened.ports[0]] })
  expect(await opened.relay.hear()).toMatchObject({ type: 'refused', address: '198.51.100.1' })
  const socket = connect({ host: address, port: opened.ports[1] })
  socket.end('still there')
  expect(await text(socket)).toBe('still there')
})

test('does not send its token to a server with another authority’s certificate', async () => {
  const token = 'another'
  await using open = await runRelay((_, socket) => socket.destroy())
  open.start({ token })
  await expect.poll(() => JSON.stringify(open.lines)).toContain('without the token')

  await using wary = await runRelay((_, socket) => socket.destroy())
  wary.start({ token, authority: (await makeAuthority(Date.now())).certificatePem })
  expect(await wary.hear()).toMatchObject({ type: 'unreachable' })
  await wary.end()
  expect(wary.lines).toEqual([])
})

test('reports that it cannot reach the app', async () => {
  await using relay = await runRelay((_, socket) => socket.destroy())
  await relay.closeApp()
  relay.start()
  expect(await relay.hear()).toEqual({ type: 'unreachable', reason: expect.stringContaining('ECONNREFUSED') })
})

test('exits when the app closes the stream of its orders', async () => {
  await using opened = await listening()
  expect(await opened.relay.end()).toBe(0)
})
