import { createServer } from 'node:https'
import { createSigner, makeAuthority } from '../../runner/runtimes/container/gateway/certificates.ts'

/**
 * A provider on the loopback interface that answers every request with the same 2 KB. Prints JSON,
 * `{ "port", "authority" }`, and exits when its standard input ends.
 */
const dayMs = 86_400_000
const nowMs = Date.now()
const authority = await makeAuthority(nowMs)
const signer = await createSigner(authority)
const { certificatePem, keyPem } = await signer.sign('localhost', { fromMs: nowMs, untilMs: nowMs + dayMs })

const body = JSON.stringify({
  offers: Array.from({ length: 20 }, (_, at) => ({ id: at, price: '123.45', text: 'x'.repeat(64) })),
})
const server = createServer({ cert: certificatePem, key: keyPem }, (_request, response) => {
  response.writeHead(200, { 'content-type': 'application/json', 'content-length': Buffer.byteLength(body) }).end(body)
})
server.listen(0, 'localhost', () => {
  const address = server.address()
  const port = typeof address === 'object' ? address?.port : undefined
  process.stdout.write(`${JSON.stringify({ port, authority: authority.certificatePem })}\n`)
})
process.stdin.resume().once('end', () => process.exit(0))
