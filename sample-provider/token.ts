import { timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '#runner/ports.ts'
import { gatewayIssues, type Issue, type TokenFailure } from './errors.ts'

export interface Credentials {
  clientId: string
  clientSecret: string
}

export const sampleCredentials: Credentials = { clientId: 'sample', clientSecret: 'sample' }

const TOKEN_LIFETIME_S = 1799
const MOST_TOKENS = 1000

interface TokenAnswer {
  type: 'amadeusOAuth2Token'
  username: string
  application_name: string
  client_id: string
  token_type: 'Bearer'
  access_token: string
  expires_in: number
  state: 'approved'
  scope: ''
}

export type TokenResult = { ok: true; token: TokenAnswer } | { ok: false; status: number; failure: TokenFailure }
type Authorization = { ok: true; client: string } | { ok: false; issue: Issue }

export interface TokenStore {
  /** Answers the form of `POST /v1/security/oauth2/token`. */
  issue(form: URLSearchParams, nowMs: number): TokenResult
  /** Answers `GET /v1/security/oauth2/token/{token}`. */
  describe(token: string, nowMs: number): TokenResult
  /** Who sends a request with this Authorization header. */
  authorize(header: string | undefined, nowMs: number): Authorization
}

interface Issued {
  client: string
  expiresMs: number
}

/** Access tokens of the one client that the credentials name. They live in memory and end with the process. */
export function createTokenStore(random: RandomBytes, credentials: Credentials): TokenStore {
  const issued = new Map<string, Issued>()

  function answer(token: string, { client, expiresMs }: Issued, nowMs: number): TokenAnswer {
    return {
      type: 'amadeusOAuth2Token',
      username: `${client}@travel.aw`,
      application_name: 'travel.aw sample provider',
      client_id: client,
      token_type: 'Bearer',
      access_token: token,
      expires_in: Math.floor((expiresMs - nowMs) / 1000),
      state: 'approved',
      scope: '',
    }
  }

  return {
    issue(form, nowMs) {
      const grant = form.get('grant_type')
      if (grant === null) return refuse(400, 'invalid_request', 'Mandatory grant_type form parameter missing')
      if (grant !== 'client_credentials') {
        return refuse(
          400,
          'unsupported_grant_type',
          'Only client_credentials value is allowed for the body parameter grant_type',
        )
      }
      const client = form.get('client_id') ?? ''
      const known =
        sameText(client, credentials.clientId) && sameText(form.get('client_secret') ?? '', credentials.clientSecret)
      if (!known) return refuse(401, 'invalid_client', 'Client credentials are invalid')
      const token = Buffer.from(random(21)).toString('base64url')
      const entry = { client, expiresMs: nowMs + TOKEN_LIFETIME_S * 1000 }
      issued.set(token, entry)
      for (const oldest of issued.keys()) {
        if (issued.size <= MOST_TOKENS) break
        issued.delete(oldest)
      }
      return { ok: true, token: answer(token, entry, nowMs) }
    },

    describe(token, nowMs) {
      const entry = issued.get(token)
      if (entry === undefined || entry.expiresMs <= nowMs) {
        return {
          ok: false,
          status: 404,
          failure: {
            error: 'invalid_request',
            error_description: 'The access token does not exist or is expired',
            code: gatewayIssues.notFound.code,
            title: gatewayIssues.notFound.title,
          },
        }
      }
      return { ok: true, token: answer(token, entry, nowMs) }
    },

    authorize(header, nowMs) {
      const token = /^Bearer ([\w\-.~+/]+=*)$/i.exec(header ?? '')?.[1]
      if (token === undefined) return { ok: false, issue: gatewayIssues.invalidHeader }
      const entry = issued.get(token)
      if (entry === undefined) return { ok: false, issue: gatewayIssues.invalidToken }
      if (entry.expiresMs <= nowMs) return { ok: false, issue: gatewayIssues.expiredToken }
      return { ok: true, client: entry.client }
    },
  }
}

function refuse(status: number, error: string, description: string): TokenResult {
  return {
    ok: false,
    status,
    failure: { error, error_description: description, code: 38187, title: 'Invalid parameters' },
  }
}

function sameText(given: string, expected: string): boolean {
  const [a, b] = [Buffer.from(given), Buffer.from(expected)]
  return a.length === b.length && timingSafeEqual(a, b)
}
