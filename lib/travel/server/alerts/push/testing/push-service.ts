import { createDecipheriv, createECDH, createPublicKey, hkdfSync, randomBytes, verify } from 'node:crypto'
import { once } from 'node:events'
import { createServer as createHttpServer, type IncomingHttpHeaders, type ServerResponse } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { buffer } from 'node:stream/consumers'
import * as z from 'zod'
import { testCertificate, testKey } from '#runner/egress/testing/tls-fixture.ts'
import type { PushTarget } from '../../../../model/push-subscription.ts'

/** A browser's keys and decryption (RFC 8291 and RFC 8188), independent of the library that the app uses. */
export function createTestBrowser() {
  const pair = createECDH('prime256v1')
  const ownKey = pair.generateKeys()
  const auth = randomBytes(16)
  return {
    subscription: (endpoint: string): PushTarget => ({
      endpoint,
      keys: { p256dh: ownKey.toString('base64url'), auth: auth.toString('base64url') },
    }),
    read(body: Buffer): string {
      const [salt, recordSize, keyLength] = [body.subarray(0, 16), body.readUInt32BE(16), body.readUInt8(20)]
      const senderKey = body.subarray(21, 21 + keyLength)
      const record = body.subarray(21 + keyLength)
      if (record.length > recordSize) throw new Error('the message has more than one record')
      const info = Buffer.concat([Buffer.from('WebPush: info\0'), ownKey, senderKey])
      const ikm = hkdf(pair.computeSecret(senderKey), auth, info, 32)
      const key = hkdf(ikm, salt, Buffer.from('Content-Encoding: aes128gcm\0'), 16)
      const nonce = hkdf(ikm, salt, Buffer.from('Content-Encoding: nonce\0'), 12)
      const cipher = createDecipheriv('aes-128-gcm', key, nonce)
      cipher.setAuthTag(record.subarray(-16))
      const padded = Buffer.concat([cipher.update(record.subarray(0, -16)), cipher.final()])
      const end = padded.findLastIndex((byte) => byte !== 0)
      if (padded[end] !== 2) throw new Error('the last record has no delimiter')
      return padded.subarray(0, end).toString()
    },
  }
}

const hkdf = (ikm: Uint8Array, salt: Uint8Array, info: Uint8Array, size: number): Buffer =>
  Buffer.from(hkdfSync('sha256', ikm, salt, info, size))

const Claims = z.strictObject({ aud: z.string(), exp: z.number(), sub: z.string() })

/** The claims of a signed request (RFC 8292), and the key that signed it. Throws for an invalid signature. */
export function vapidOf(headers: IncomingHttpHeaders) {
  const [, token = '', publicKey = ''] = /^vapid t=([\w.-]+), k=([\w-]+)$/.exec(headers.authorization ?? '') ?? []
  const [head = '', claims = '', signature = ''] = token.split('.')
  const point = Buffer.from(publicKey, 'base64url')
  const [x, y] = [point.subarray(1, 33), point.subarray(33)].map((half) => half.toString('base64url'))
  const key = createPublicKey({ key: { kty: 'EC', crv: 'P-256', x: x ?? '', y: y ?? '' }, format: 'jwk' })
  const isSigned = verify(
    'sha256',
    Buffer.from(`${head}.${claims}`),
    { key, dsaEncoding: 'ieee-p1363' },
    Buffer.from(signature, 'base64url'),
  )
  if (!isSigned) throw new Error('the request is not signed')
  return { ...Claims.parse(JSON.parse(Buffer.from(claims, 'base64url').toString())), publicKey }
}

type PushedMessage = { readonly path: string; readonly headers: IncomingHttpHeaders; readonly body: Buffer }

type Answer = (response: ServerResponse, message: PushedMessage) => void

/**
 * A push service (RFC 8030) on the loopback. With TLS, its certificate is for api.example.com. `answer`: status 201
 * unless a test changes it.
 */
export async function openPushService({ isSecure = true } = {}) {
  const messages: PushedMessage[] = []
  const service = {
    messages,
    answer: ((response) => response.writeHead(201).end()) as Answer,
    port: 0,
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
  const server = isSecure ? createHttpsServer({ cert: testCertificate, key: testKey }) : createHttpServer()
  server.on('request', (request, response) => {
    void buffer(request).then((body) => {
      const message = { path: request.url ?? '', headers: request.headers, body }
      messages.push(message)
      service.answer(response, message)
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  const address = server.address()
  if (address === null || typeof address === 'string') throw new Error('the server has no port')
  service.port = address.port
  return service
}
