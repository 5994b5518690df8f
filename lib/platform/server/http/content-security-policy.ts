import { randomBytes } from 'node:crypto'
import { eachAppRequest } from './app-requests.ts'

const header = 'content-security-policy'

/** Headers that are the same for every answer. */
const fixedHeaders = new Headers({
  'x-content-type-options': 'nosniff',
  'x-frame-options': 'DENY',
  'referrer-policy': 'strict-origin-when-cross-origin',
  'permissions-policy': 'camera=(), microphone=(), geolocation=(), payment=()',
  'cross-origin-opener-policy': 'same-origin',
})

type PolicyOptions = { readonly isDevelopment: boolean; readonly tiles?: string | undefined }

/**
 * What a page may load and run. Next puts its data into inline scripts with the response's nonce; no other inline
 * script runs. Its development server also evaluates code and uses a web socket. A sign-in form may lead to an identity
 * provider, which is another https origin. `tiles`: the origin of a map's tiles, if the operator named another server.
 */
export function contentSecurityPolicy(nonce: string, { isDevelopment, tiles }: PolicyOptions): string {
  return [
    "default-src 'self'",
    `script-src 'self' 'nonce-${nonce}'${isDevelopment ? " 'unsafe-eval'" : ''}`,
    "script-src-attr 'none'",
    "style-src 'self' 'unsafe-inline'",
    "img-src 'self' data: blob:",
    "font-src 'self'",
    `connect-src 'self'${isDevelopment ? ' ws: wss:' : ''}${tiles === undefined ? '' : ` ${tiles}`}`,
    "form-action 'self' https:",
    "object-src 'none'",
    "base-uri 'self'",
    "frame-ancestors 'none'",
  ].join('; ')
}

/** Whether the policy is for development, where the files of a page change but keep their names. */
export const isDevelopmentPolicy = (policy: string | null): boolean => policy?.includes("'unsafe-eval'") ?? false

/** The nonce of a policy that `contentSecurityPolicy` wrote. */
export const nonceIn = (policy: string | null): string | undefined => policy?.match(/'nonce-([^']+)'/)?.[1]

/**
 * Gives each response of the app at `port` the security headers and a policy with its own nonce, before Next sees the
 * request. Next reads the nonce from the request's header; a client's own header of that name is overwritten.
 */
export function protectEveryAnswer(port: number, options: PolicyOptions): Disposable {
  return eachAppRequest(port, ({ request, response }) => {
    const policy = contentSecurityPolicy(randomBytes(16).toString('base64'), options)
    request.headers[header] = policy
    response.setHeaders(fixedHeaders).setHeader(header, policy)
  })
}
