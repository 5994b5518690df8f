import { writeFileSync } from 'node:fs'
import { createServer, type RequestListener, request } from 'node:http'
import { createServer as createHttpsServer } from 'node:https'
import { testCertificate, testKey } from '#runner/egress/testing/tls-fixture.ts'
import { FakeOptions, fakeHost, visitorAddress } from './fake-options.ts'

/** A program of a tunnel: prints the lines of the real one, and is the public side too, on a port of this machine. */
const [name = '', options = '', ...args] = process.argv.slice(2)
const { port, seen, isSecure } = FakeOptions.parse(JSON.parse(options))
writeFileSync(seen, JSON.stringify({ pid: process.pid, parent: process.ppid, args }))

const target = /127\.0\.0\.1:(\d+)/.exec(args.join(' '))?.[1] ?? '0'

/** The service adds the visitor's address to what the visitor claims, and keeps the named host. */
const onRequest: RequestListener = (asked, response) => {
  const claimed = asked.headers['x-forwarded-for']
  const headers = {
    ...asked.headers,
    'x-forwarded-for': claimed === undefined ? visitorAddress : `${String(claimed)}, ${visitorAddress}`,
    'x-forwarded-proto': 'https',
  }
  const onward = request(
    { host: '127.0.0.1', port: target, method: asked.method, path: asked.url, headers },
    (answer) => {
      response.writeHead(answer.statusCode ?? 502, answer.rawHeaders)
      answer.pipe(response)
    },
  )
  onward.on('error', () => response.destroy())
  response.on('close', () => onward.destroy())
  asked.pipe(onward)
}

const server = isSecure
  ? createHttpsServer({ cert: testCertificate, key: testKey }, onRequest)
  : createServer(onRequest)
server.listen(port, '127.0.0.1', () => {
  const address = `https://${fakeHost}`
  if (name === 'cloudflared') {
    console.error('2026-11-28T12:00:00Z INF Requesting new quick Tunnel on trycloudflare.com...')
    console.error(`2026-11-28T12:00:03Z INF |  ${address}${' '.repeat(40)}|`)
  } else if (name === 'ngrok') {
    console.log('t=2026-11-28T12:00:00+0000 lvl=info msg="client session established" obj=tunnels.session')
    console.log(
      `t=2026-11-28T12:00:03+0000 lvl=info msg="started tunnel" obj=tunnels name=command_line addr=http://127.0.0.1:${target} url=${address}`,
    )
  } else {
    console.log(`2026-11-28T12:00:03Z INFO bore_cli::client: listening at bore.pub:${port}`)
  }
})
