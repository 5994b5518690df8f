import { createHmac } from 'node:crypto'
import type { RandomBytes } from '#runner/core/ports.ts'
import { gatewayIssues, type Issue } from './errors.ts'

/** The credentials of the only client. */
export const sampleCredentials = { clientId: 'sample', clientSecret: 'sample' }

const TOKEN_LIFETIME_S = 1799

/** Access tokens hold their expiry, signed with a key that ends with the process. */
export function createTokens(random: RandomBytes) {
  const key = random(32)
  const { clientId, clientSecret } = sampleCredentials
  const sealed = (expiresMs: string) =>
    `${expiresMs}.${createHmac('sha256', key).update(expiresMs).digest('base64url')}`

  return {
    /** Answers the form of `POST /v1/security/oauth2/token`. */
    issue(form: URLSearchParams, nowMs: number) {
      const grant = form.get('grant_type')
      if (grant === null) return refuse(400, 'invalid_request', 'Mandatory grant_type form parameter missing')
      if (grant !== 'client_credentials') {
        return refuse(
          400,
          'unsupported_grant_type',
          'Only client_credentials value is allowed for the body parameter grant_type',
        )
      }
      const isKnown = form.get('client_id') === clientId && form.get('client_secret') === clientSecret
      if (!isKnown) return refuse(401, 'invalid_client', 'Client credentials are invalid')
      return {
        ok: true as const,
        token: {
          type: 'amadeusOAuth2Token',
          username: `${clientId}@travel.aw`,
          application_name: 'travel.aw sample provider',
          client_id: clientId,
          token_type: 'Bearer',
          access_token: sealed(String(nowMs + TOKEN_LIFETIME_S * 1000)),
          expires_in: TOKEN_LIFETIME_S,
          state: 'approved',
          scope: '',
        },
      }
    },

    /** The refusal of a request with this Authorization header, if any. */
    refusalOf(header: string | undefined, nowMs: number): Issue | undefined {
      const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(header ?? '')?.[1]
      if (token === undefined) return gatewayIssues.invalidHeader
      const [expiresMs = ''] = token.split('.')
      if (token !== sealed(expiresMs)) return gatewayIssues.invalidToken
      return Number(expiresMs) <= nowMs ? gatewayIssues.expiredToken : undefined
    },
  }
}

function refuse(status: number, error: string, description: string) {
  return {
    ok: false as const,
    status,
    failure: { error, error_description: description, code: 38187, title: 'Invalid parameters' },
  }
}
