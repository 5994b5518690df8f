import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'

export type AgentAuth = 'by-id' | 'strict'

const bearer = /^Bearer +(\S+)$/i

/**
 * The id of the profile in the call's `Authorization` header. The code that calls this function must check that this
 * profile owns the execution. Without a header, the id in the path is enough, unless the instance requires the header.
 */
export function callerOf(headers: Headers, auth: AgentAuth): Outcome<{ readonly profileToken?: string }> {
  const given = headers.get('authorization')
  if (given === null && auth === 'by-id') return { ok: true, value: {} }
  const profileToken = given === null ? undefined : bearer.exec(given)?.[1]
  if (profileToken?.startsWith('agk_')) return refuse('UNAUTHENTICATED', { message: isAgentKey })
  if (profileToken !== undefined) return { ok: true, value: { profileToken } }
  const message =
    given === null ? missing : 'The Authorization header is not valid: send "Authorization: Bearer ark_…", or none.'
  return refuse('UNAUTHENTICATED', { message })
}

const isAgentKey =
  'This is an agent key, agk_…, which calls functions at /api/agents/{slug} and /mcp. Scripts need the id of a profile, ark_…: GET /skill.md without a header says how to get one.'

const missing = 'This instance requires the header "Authorization: Bearer ark_…" with the id of the profile.'

/**
 * Checks the `Authorization` header against the profile that a call names. The id in the path or body is the secret, so
 * the header may be absent, unless the instance requires it. A header without the id of this profile is refused.
 */
export function checkAgentCall(
  headers: Headers,
  profileToken: string,
  auth: AgentAuth,
): Outcome<{ readonly profileToken: string }> {
  const caller = callerOf(headers, auth)
  if (!caller.ok) return caller
  if ((caller.value.profileToken ?? profileToken) === profileToken) return { ok: true, value: { profileToken } }
  return refuse('UNAUTHENTICATED', { message: anotherProfile })
}

const anotherProfile =
  'The Authorization header does not name the profile of this call: send "Authorization: Bearer" with its id, or leave the header out.'
