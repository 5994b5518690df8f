import { travelCommand } from '#lib/platform/server/env/travel-command.ts'
import {
  type Outcome,
  type Refused,
  refuse,
  refuseTooMany,
  refuseWork,
  type WorkDoor,
} from '#lib/platform/server/http/outcome.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { principalFrom, type Source, sources } from '#runner/contract/principal.ts'
import type { AgentCaller, AgentKeys } from '../../keys/agent-keys.ts'

export type AgentDoor = WorkDoor & {
  readonly agentKeys: Pick<AgentKeys, 'authenticate'>
  readonly limits: RateLimits
}

export type CallDoor = Omit<AgentDoor, 'agentKeys'>

const bearer = /^Bearer +(\S+)$/i

/** Authenticates a request by its agent key. Every entry point for agents calls this first. */
export async function admitAgent(headers: Headers, { agentKeys, ...door }: AgentDoor): Promise<Outcome<AgentCaller>> {
  const token = bearer.exec(headers.get('authorization') ?? '')?.[1]
  const caller = token === undefined ? undefined : await agentKeys.authenticate(token)
  if (caller === undefined) {
    const message =
      token === undefined
        ? `Send the header "Authorization: Bearer agk_…" with an agent key. An operator creates one in the console under Agent keys, or with \`${travelCommand('agent-key create')}\`.`
        : token.startsWith('ark_')
          ? 'This is the id of a profile, ark_…, which executes scripts at /execute. Functions need an agent key, agk_…: ask the operator for one.'
          : 'This agent key is unknown, expired or revoked. Ask the operator for another one.'
    return refuse('UNAUTHENTICATED', { message })
  }
  return (await callRefusal(caller.principal.id, door)) ?? { ok: true, value: caller }
}

/** Why a call with an agent key is refused now. Takes one point of the key's rate limit. */
export async function callRefusal(id: string, { limits, ...door }: CallDoor): Promise<Refused | undefined> {
  const verdict = await limits.take('agentKey', id)
  if (!verdict.ok) return refuseTooMany(verdict.retryAfterMs)
  // A call stores executions and audit rows.
  return refuseWork(door)
}

/** The caller with the lower of two trusts: that of its key, and that of `source`, where the message came from. */
export function fromSource<Caller extends AgentCaller>(caller: Caller, source: Source | undefined): Caller {
  const { principal } = caller
  if (source === undefined || sources.indexOf(source) <= sources.indexOf(principal.source)) return caller
  return { ...caller, principal: principalFrom(source, principal) }
}
