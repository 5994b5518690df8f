import { once } from 'node:events'
import { createServer } from 'node:http'
import { type AddressInfo, createConnection } from 'node:net'
import { expect, it } from 'vitest'
import { answerMalformed } from './answer-malformed.ts'

async function startApp() {
  const app = createServer((request, response) => {
    response.write('begun ')
    request
      .on('error', () => {})
      .resume()
      .on('end', () => response.end(`app ${request.url}`))
  })
  await once(app.listen(0, '127.0.0.1'), 'listening')
  const { port } = app.address() as AddressInfo
  const send = async (text: string) => {
    const socket = createConnection(port, '127.0.0.1')
    socket.write(text)
    return (await socket.setEncoding('utf8').toArray()).join('')
  }
  return { port, send, [Symbol.asyncDispose]: () => new Promise<void>((resolve) => app.close(() => resolve())) }
}

it.each([
  ['an unknown method', 'FOO / HTTP/1.1\r\nHost: a\r\n\r\n', 400, 'INVALID_INPUT', 'Invalid method'],
  ['bytes that are not a request', 'hello\r\n\r\n', 400, 'INVALID_INPUT', 'not well-formed HTTP/1.1'],
  [
    'two Content-Length headers',
    'GET / HTTP/1.1\r\nHost: a\r\nContent-Length: 1\r\nContent-Length: 2\r\n\r\n',
    400,
    'INVALID_INPUT',
    '',
  ],
  ['oversized headers', `GET / HTTP/1.1\r\nHost: a\r\nA: ${'a'.repeat(90_000)}\r\n\r\n`, 431, 'PAYLOAD_TOO_LARGE', ''],
  ['CONNECT', 'CONNECT a:443 HTTP/1.1\r\nHost: a:443\r\n\r\n', 405, 'METHOD_NOT_ALLOWED', 'GET, HEAD'],
])('answers %s with an error body and ends the connection', async (_, bytes, status, code, message) => {
  await using app = await startApp()
  using _answering = answerMalformed(app.port)
  const [head = '', body = ''] = (await app.send(bytes)).split('\r\n\r\n')
  expect(head).toMatch(new RegExp(`^HTTP/1\\.1 ${status} `))
  expect(head).toContain('connection: close')
  expect(head).toContain(`content-length: ${Buffer.byteLength(body)}`)
  expect(JSON.parse(body)).toMatchObject({
    error: { code, message: expect.stringContaining(message), fault: 'caller', remedy: expect.any(String) },
  })
})

it('never writes a second response into a response in progress', async () => {
  await using app = await startApp()
  using _answering = answerMalformed(app.port)
  const socket = createConnection(app.port, '127.0.0.1').setEncoding('utf8')
  socket.write('POST / HTTP/1.1\r\nHost: a\r\nTransfer-Encoding: chunked\r\n\r\n')
  const [begun] = await once(socket, 'data')
  socket.write('zz\r\n')
  const text = [begun, ...(await socket.toArray())].join('')
  expect(text).toContain('begun ')
  expect(text.match(/HTTP\/1\.1 \d{3}/g)).toEqual(['HTTP/1.1 200'])
})

it('leaves other servers of the process alone', async () => {
  await using app = await startApp()
  using _answering = answerMalformed(app.port + 1)
  expect(await app.send('FOO / HTTP/1.1\r\nHost: a\r\n\r\n')).not.toContain('INVALID_INPUT')
})
