import type { Socket } from 'node:net'
import { afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { needsEngine } from '../testing/engine.ts'
import { buildImages } from './build-images.ts'
import { createImageEngine } from './image-engine.ts'
import { openSocketPlace, type SocketPlace } from './testing/container-run.ts'
import { recordedProgress } from './testing/fake-engine.ts'

const signal = new AbortController().signal
/** Long enough to build a missing base image, which fetches and unpacks packages. */
const buildMs = 900_000

describe('the first process of a container (needs a Docker engine)', needsEngine, () => {
  let image = ''
  let place: SocketPlace
  beforeAll(async () => {
    const options = { projectDir: process.cwd(), skills: [], keepOthers: true, progress: recordedProgress(), signal }
    const { images } = await buildImages(createImageEngine(), options)
    image = images.at(-1)?.tag ?? ''
  }, buildMs)
  beforeEach(async () => {
    place = await openSocketPlace()
  })
  afterEach(() => place[Symbol.asyncDispose]())

  const sh = (script: string, env: Record<string, string> = {}, input = '') =>
    place.run({ image, command: ['sh', '-c', script], env, input })
  const python = async (script: string, env: Record<string, string> = {}) => {
    const { stdout, stderr, exitCode } = await place.run({ image, command: ['python3', '-c', script], env })
    if (exitCode !== 0) throw new Error(`${exitCode}: ${stderr}`)
    return stdout.trim()
  }
  const echo = (socket: Socket) => {
    socket.on('error', () => {})
    socket.pipe(socket)
  }

  test.each([
    ['a signal', 'kill -9 $$', 137],
    ['a kill because it is out of memory', 'x=$(yes)', 123],
    ['the exit code reserved for out of memory', 'exit 123', 1],
    ['a status, and leaves a child', '(sleep 600) & exit 4', 4],
  ])('reports the end of a program with %s', async (_, script, exitCode) => {
    expect(await sh(script, { TRAVEL_TTL_MS: '300000' })).toMatchObject({ exitCode })
  })

  test('ends a program that ignores signals at its time limit', async () => {
    const script = 'trap "" TERM INT; while true; do sleep 1; done'
    expect(await sh(script, { TRAVEL_TTL_MS: '1500' })).toMatchObject({ exitCode: 124 })
  })

  test('passes on stdin, stdout and stderr, and removes its own settings from the environment', async () => {
    const { stdout, stderr, exitCode } = await sh('cat; echo err >&2; env | grep -c TRAVEL_', {}, 'input ✓')
    expect({ stdout, stderr, exitCode }).toEqual({ stdout: 'input ✓0\n', stderr: 'err\n', exitCode: 1 })
  })

  describe('with TRAVEL_END', () => {
    const digits = 'c0ffee00'.repeat(4)
    const env = { TRAVEL_END: digits }
    const end = (status: string) => `\x1e${digits} ${status}\n`

    test.each([
      ['fails', 'printf out; echo err >&2; exit 3', '003', 'out', 'err\n'],
      ['is killed', 'echo out; kill -9 $$', '137', 'out\n', ''],
      ['has closed its outputs', 'echo out; exec 1>&- 2>&-; exit 0', '000', 'out\n', ''],
    ])(
      'reports the end of a program last, and on both outputs, when it %s',
      async (_, script, status, stdout, stderr) => {
        expect(await sh(script, env)).toEqual({
          stdout: stdout + end(status),
          stderr: stderr + end(status),
          exitCode: Number(status),
        })
      },
    )

    test('lets no remaining process print after the report', async () => {
      // A remaining process has only microseconds to print, so one run may not catch it. Each line is a call of its own:
      // larger ones would fill the pipes, and a busy engine may drop what it has not read when the container ends.
      const prints = 'print() { while :; do echo y; done; }; print & print >&2 & print & print >&2 & sleep 0.1; exit 0'
      for (let time = 0; time < 3; time += 1) {
        const { stdout, stderr } = await sh(prints, env)
        expect([stdout, stderr].map((text) => text.slice(-end('000').length))).toEqual([end('000'), end('000')])
      }
    })

    test('hides its value from the program, also in the environment and memory of the first process', async () => {
      const script = `
import os
def readable(path):
    try:
        return open(path, 'rb').read(1) is not None
    except PermissionError:
        return False
print('TRAVEL_END' in os.environ, [readable('/proc/1/' + name) for name in ('environ', 'mem', 'maps', 'auxv', 'syscall')])`
      const closed = Array.from({ length: 5 }, () => 'False').join(', ')
      expect(await python(script, env)).toBe(`False [${closed}]\n${end('000').trim()}`)
    })

    test('reports nothing about a program that it ended itself', async () => {
      expect(await sh('sleep 100', { ...env, TRAVEL_TTL_MS: '500' })).toEqual({ stdout: '', stderr: '', exitCode: 124 })
    })
  })

  test.each([
    [{ TRAVEL_END: 'c0ffee' }, 125, 'TRAVEL_END'],
    [{ TRAVEL_TTL_MS: '12x' }, 125, 'TRAVEL_TTL_MS'],
    [{ TRAVEL_EGRESS: 'open' }, 125, 'TRAVEL_EGRESS'],
    [{ TRAVEL_EGRESS: 'bridge' }, 125, 'TRAVEL_RELAY'],
    [{ TRAVEL_PORTS: '8443;1' }, 125, 'TRAVEL_PORTS'],
  ])('does not start the program with %j', async (env, exitCode, name) => {
    const ended = await sh('echo started', env)
    expect(ended).toEqual({ stdout: '', stderr: expect.stringContaining(name), exitCode })
  })

  test('reports a missing program, or one that cannot be executed', async () => {
    expect(await place.run({ image, command: ['nosuch'] })).toMatchObject({ exitCode: 127 })
    expect(await place.run({ image, command: ['/etc/passwd'] })).toMatchObject({ exitCode: 126 })
  })

  test('uses less than 2 MB, reaps orphans, and cannot be inspected', async () => {
    const script = `
import os, glob
ended, writing = os.pipe()
for _ in range(5):
    if os.fork() == 0:
        if os.fork() == 0:
            os.close(ended)
        os._exit(0)
    os.wait()
os.close(writing)
os.read(ended, 1)
def dead():
    for path in glob.glob('/proc/[0-9]*/stat'):
        try:
            if open(path).read().rsplit(') ')[1][0] == 'Z': return True
        except OSError:
            pass
while dead():
    pass
try:
    open('/proc/1/environ').read()
except PermissionError:
    print('closed')
print([line.split()[1] for line in open('/proc/1/status') if line.startswith('VmHWM')][0])
`
    const [closed, peakKb] = (await python(script)).split('\n')
    expect(closed).toBe('closed')
    expect(Number(peakKb)).toBeLessThan(2048)
  })

  test('forwards data in both directions at once, and ends each direction separately', async () => {
    await place.listen('gateway.sock', echo)
    const script = `
import socket, threading, hashlib, os
data = os.urandom(6_000_000)
s = socket.create_connection(('127.0.0.1', 443))
def send():
    s.sendall(data)
    s.shutdown(socket.SHUT_WR)
threading.Thread(target=send).start()
got = b''
while part := s.recv(65536):
    got += part
print(hashlib.sha256(got).digest() == hashlib.sha256(data).digest())
`
    expect(await python(script)).toBe('True')
  })

  test('forwards the end of the request before the answer arrives', async () => {
    await place.listen('gateway.sock', (socket) => {
      let text = ''
      socket.on('data', (chunk) => {
        text += String(chunk)
      })
      socket.on('end', () => socket.end(`${text.length} bytes`))
    })
    const script = `
import socket
s = socket.create_connection(('::1', 443)) if socket.has_ipv6 and __import__('os').path.exists('/proc/net/if_inet6') and open('/proc/net/if_inet6').read() else socket.create_connection(('127.0.0.1', 443))
s.sendall(b'x' * 100_000)
s.shutdown(socket.SHUT_WR)
print(s.makefile().read())
`
    expect(await python(script)).toBe('100000 bytes')
  })

  test('applies back-pressure when the other side does not read', async () => {
    await place.listen('gateway.sock', (socket) => {
      socket.pause()
    })
    const script = `
import socket, select
s = socket.create_connection(('127.0.0.1', 443))
s.setblocking(False)
sent = 0
while select.select([], [s], [], 1.0)[1]:
    sent += s.send(b'x' * 65536)
print(sent < 32_000_000)
`
    expect(await python(script)).toBe('True')
  })

  test('queues connections beyond its limit until others end', async () => {
    let [open, most] = [0, 0]
    await place.listen('gateway.sock', (socket) => {
      open += 1
      most = Math.max(most, open)
      socket.once('close', () => {
        open -= 1
      })
      echo(socket)
    })
    const script = `
import socket
def connect(): return socket.create_connection(('127.0.0.1', 443))
held = [connect() for _ in range(48)]
for s in held: s.sendall(b'x')
for s in held: s.recv(1)
more = [connect() for _ in range(20)]
for s in more: s.sendall(b'more'); s.shutdown(socket.SHUT_WR)
for s in held: s.close()
print({s.makefile().read() for s in more})
`
    expect(await python(script)).toBe("{'more'}")
    expect(most).toBe(48)
  })

  test('resets connections that are not accepted or that break on the other side', async () => {
    const script = `
import socket
def ended():
    s = socket.create_connection(('127.0.0.1', 443))
    try:
        s.sendall(b'x')
        return s.recv(10)
    except ConnectionError as error:
        return type(error).__name__
print(ended())
`
    expect(await python(script)).toBe('ConnectionResetError')
    // This side closes with unread data, which the other side sees as a broken connection.
    await place.listen('gateway.sock', (socket) => {
      socket.once('data', () => socket.destroy())
    })
    expect(await python(script.replace("b'x'", "b'x' * 6_000_000"))).toBe('ConnectionResetError')
  })

  test('forwards additional ports to their own sockets', async () => {
    await place.listen('gateway-8443.sock', (socket) => socket.end('8443'))
    await place.listen('gateway-9443.sock', (socket) => socket.end('9443'))
    const script = `
import socket
print([socket.create_connection(('127.0.0.1', port)).makefile().read() for port in (8443, 9443)])
`
    expect(await python(script, { TRAVEL_PORTS: '8443,9443' })).toBe("['8443', '9443']")
  })

  const ask = `
import socket, struct
udp = socket.socket(socket.AF_INET, socket.SOCK_DGRAM)
udp.settimeout(10)
udp.sendto(b'over UDP', ('127.0.0.1', 53))
print(udp.recvfrom(2000)[0])
tcp = socket.create_connection(('127.0.0.1', 53))
for text in (b'one', b'two'):
    tcp.sendall(struct.pack('>H', len(text)) + text)
    size, = struct.unpack('>H', tcp.recv(2))
    print(tcp.recv(size))
`

  test('forwards DNS over UDP and TCP, with a length prefix on each message', async () => {
    await place.listen('dns.sock', echo)
    expect(await python(ask)).toBe("b'over UDP'\nb'one'\nb'two'")
  })

  test('sends lookups to the relay in bridge mode, and does not listen on 443', async () => {
    const relay = `
import socket, threading
def relay(s):
    while True:
        c = s.accept()[0]
        threading.Thread(target=lambda: [c.sendall(part) for part in iter(lambda: c.recv(1000), b'')], daemon=True).start()
server = socket.create_server(('127.0.0.2', 53))
threading.Thread(target=relay, args=(server,), daemon=True).start()
${ask}
try:
    socket.create_connection(('127.0.0.1', 443))
except ConnectionRefusedError:
    print('refused')
`
    const env = { TRAVEL_EGRESS: 'bridge', TRAVEL_RELAY: '127.0.0.2' }
    expect(await python(relay, env)).toBe("b'over UDP'\nb'one'\nb'two'\nrefused")
  })
})
