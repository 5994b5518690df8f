import { randomBytes } from 'node:crypto'
import { subscribe, unsubscribe } from 'node:diagnostics_channel'
import { IncomingMessage, ServerResponse } from 'node:http'

const header = 'content-security-policy'

/**
 * What a page may load and run. Next puts its data into inline scripts: those of this answer have its nonce, and no other inline
 * script runs. Its development server also evaluates code and talks over a web socket. A sign-in form may end at an identity
 * provider, which is another https origin.
 */
export function contentSecurityPolicy(nonce: string, { isDevelopment }: { isDevelopment: boolean }): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws: wss:' : ''}`,
    "form-action 'self' https:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/**
 * Gives each answer of every HTTP server in this process a policy with a nonce of its own, before its listeners see the request.
 * Next takes the nonce for its scripts from the request's header; what the client sent under that name is overwritten.
 */
export function protectEveryAnswer(options: { isDevelopment: boolean }): Disposable {
  const onStart = (message: unknown) => {
    if (typeof message !== 'object' || message === null || !('request' in message) || !('response' in message)) return
    const { request, response } = message
    if (!(request instanceof IncomingMessage && response instanceof ServerResponse)) return
    const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), options)
    request.headers[header] = policy
    response.setHeader(header, policy)
  }
  subscribe('http.server.request.start', onStart)
  return { [Symbol.dispose]: () => void unsubscribe('http.server.request.start', onStart) }
}
