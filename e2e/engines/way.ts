import { once } from 'node:events'
import { request as ask, createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import { text } from 'node:stream/consumers'
import { findFreePort } from '../../scripts/free-port.ts'

/** A way from a browser to the app, through which the test sees what the browser cannot tell it. */
export type Way = AsyncDisposable & {
  readonly url: string
  /** Errors of pages and of the service worker so far, and refused requests. */
  readonly errors: readonly string[]
  /** Breaks the connection of every request, or no longer. */
  cut(isCut: boolean): void
}

const reportPath = '/reported-errors'

/** Runs first in each page and in the service worker. WebKit's driver tells nothing about either. */
function reportErrors(path: string): void {
  const send = fetch
  const report = (...words: unknown[]) => {
    const texts = words.map((word) => (word instanceof Error ? `${word} ${word.stack}` : String(word)))
    void send(path, { method: 'POST', body: `${location.pathname} ${texts.join(' ')}`, keepalive: true })
  }
  addEventListener('error', ({ message, error: cause }) => report('error:', cause ?? message))
  addEventListener('unhandledrejection', ({ reason }) => report('rejection:', reason))
  addEventListener('securitypolicyviolation', (event) => report(event.violatedDirective, 'forbids', event.blockedURI))
  const { error } = console
  console.error = (...words) => {
    report('console:', ...words)
    error(...words)
  }
}

const script = `(${reportErrors})(${JSON.stringify(reportPath)})`

export async function openWay(appUrl: string): Promise<Way> {
  const app = new URL(appUrl)
  const port = await findFreePort()
  const url = `http://127.0.0.1:${port}`
  const errors: string[] = []
  let isCut = false
  const pass = async (request: IncomingMessage, response: ServerResponse) => {
    if (request.url === reportPath) {
      errors.push(await text(request))
      response.end()
      return
    }
    if (isCut) {
      request.socket.destroy()
      return
    }
    const headers = Object.fromEntries(
      Object.entries(request.headers).map(([name, value]) => [name, String(value).replaceAll(url, app.origin)]),
    )
    const asked = ask(new URL(request.url ?? '/', app), {
      method: request.method ?? 'GET',
      headers: { ...headers, host: app.host, 'accept-encoding': 'identity', 'x-forwarded-for': '10.0.0.1' },
    })
    response.on('close', () => asked.destroy())
    asked.on('error', (error) => {
      if (!response.closed) errors.push(`${error} ${request.method} ${request.url}`)
      response.destroy()
    })
    asked.on('response', (answer) => {
      const { statusCode = 500 } = answer
      if (statusCode >= 400) errors.push(`${statusCode} ${request.method} ${request.url}`)
      void passOn(answer, response, request.url === '/sw.js').catch(() => response.destroy())
    })
    request.pipe(asked)
  }
  const passOn = async (answer: IncomingMessage, response: ServerResponse, isWorker: boolean) => {
    const { 'content-length': _, location, ...headers } = answer.headers
    response.writeHead(answer.statusCode ?? 500, {
      ...headers,
      ...(location === undefined ? {} : { location: location.replace(app.origin, url) }),
    })
    const [, nonce] = /'nonce-([^']+)'/.exec(String(headers['content-security-policy'])) ?? []
    const tag = `<head><script nonce="${nonce}">${script};document.currentScript.remove()</script>`
    let isHead = headers['content-type']?.startsWith('text/html')
    if (isWorker) response.write(`${script};`)
    for await (const chunk of answer) {
      response.write(isHead ? Buffer.from(chunk.toString('latin1').replace('<head>', tag), 'latin1') : chunk)
      isHead = false
    }
    response.end()
  }
  const server = createServer((request, response) => void pass(request, response).catch(() => response.destroy()))
  server.listen(port, '127.0.0.1')
  await once(server, 'listening')
  return {
    url,
    errors,
    cut(now) {
      isCut = now
      if (isCut) server.closeAllConnections()
    },
    async [Symbol.asyncDispose]() {
      server.closeAllConnections()
      server.close()
      await once(server, 'close')
    },
  }
}
