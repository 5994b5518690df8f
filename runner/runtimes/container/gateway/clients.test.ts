import { execFile, execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, describe, expect, it } from 'vitest'
import { need } from '../../../../scripts/testing/needs.ts'
import { authority, openGateway } from './testing/gateway-fixture.ts'

const run = promisify(execFile)
let folder: string
let caPath: string

beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'clients-'))
  caPath = join(folder, 'ca.pem')
  await writeFile(caPath, authority.certificatePem)
})
afterAll(() => rm(folder, { recursive: true }))

function isThere(command: string, ...args: string[]): boolean {
  try {
    execFileSync(command, args, { stdio: 'ignore' })
    return true
  } catch {
    return false
  }
}

/** Python's own client on the gateway's socket. `VERIFY_X509_STRICT` is Python 3.13's default. */
const python = `
import http.client, json, socket, ssl, sys
def connect(path, name='api.example.com', ca=None):
    context = ssl.create_default_context(cafile=ca)
    context.verify_flags |= ssl.VERIFY_X509_STRICT
    raw = socket.socket(socket.AF_UNIX)
    raw.connect(path)
    connection = http.client.HTTPSConnection(name)
    connection.sock = context.wrap_socket(raw, server_hostname=name)
    return connection
path, ca = sys.argv[1:3]
`

async function runPython(script: string, ...args: string[]): Promise<string> {
  return (await run('python3', ['-c', python + script, ...args])).stdout.trim()
}

const hasPython = isThere('python3', '-c', 'import socket, ssl; socket.AF_UNIX')
const needsPython = need(hasPython, 'Python 3', 'install python3')
describe('a Python program', needsPython, () => {
  it('verifies the certificate strictly, reuses its connection, and sends chunks', async () => {
    await using opened = await openGateway()
    const script = `
c = connect(path, ca=ca)
seen = []
for at in range(3):
    c.request('GET', f'/{at}')
    seen.append(c.getresponse().read().decode())
c.request('POST', '/chunks', body=iter([b'a', b'b']))
seen.append(c.getresponse().status)
print(json.dumps([seen, c.sock.version()]))`
    const expected = [['hello', 'hello', 'hello', 200], 'TLSv1.3']
    expect(JSON.parse(await runPython(script, opened.path, caPath))).toEqual(expected)
    expect(opened.calls).toHaveLength(4)
    expect(opened.calls[3]?.args).toMatchObject({ method: 'POST', body: { text: 'ab' } })
  })

  it('gets the error for a body that is too large even if it sends the whole body first', async () => {
    await using opened = await openGateway()
    const script = `
c = connect(path, ca=ca)
c.request('POST', '/', body=b'x' * (20 << 20))
r = c.getresponse()
print(json.dumps([r.status, r.headers['x-travel-error'], json.loads(r.read())['detail']]))`
    expect(JSON.parse(await runPython(script, opened.path, caPath))).toEqual([
      413,
      'RequestTooLargeError',
      'the body is larger than 1048576 bytes',
    ])
  })

  it('without trust in the authority gets a certificate error, and the operator gets a log line', async () => {
    await using opened = await openGateway()
    const script = `
try:
    connect(path)
except ssl.SSLCertVerificationError as error:
    print(error.reason)`
    expect(await runPython(script, opened.path, caPath)).toBe('CERTIFICATE_VERIFY_FAILED')
    expect(opened.lines).toMatchObject([
      {
        message: 'A container’s TLS connection failed',
        fields: {
          host: 'api.example.com',
          reason: expect.stringMatching(/refused the certificate.*must trust the certificates in SSL_CERT_FILE/),
        },
      },
    ])
    expect(opened.violations).toEqual([])
  })
})
