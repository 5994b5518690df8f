import { setTimeout } from 'node:timers/promises'
import * as z from 'zod'
import type { AppendAudit } from '#lib/platform/server/audit/audit-trail.ts'
import type { RealtimeSettings } from '#lib/platform/server/env/outbound-settings.ts'
import { type Outcome, refuse, refuseTooMany } from '#lib/platform/server/http/outcome.ts'
import { readBounded } from '#lib/platform/server/http/read-bounded.ts'
import type { SkillChanges } from '#lib/skills/server/registry/skill-changes.ts'
import type { CallFacts } from '#runner/contract/call-facts.ts'
import { errorOf } from '#runner/contract/faults.ts'
import type { Clock, CredentialBroker, Log } from '#runner/core/ports.ts'
import type { Reading } from '../../confirmations/plain-facts.ts'
import type { AgentCaller, AgentKeys } from '../../keys/agent-keys.ts'
import type { KeyWatch } from '../../keys/key-watch.ts'
import { storedKey } from '../../llm/stored-key.ts'
import { type CallDoor, callRefusal } from '../http/admit-agent.ts'
import type { SkillTools } from '../skill-tools.ts'
import { realtimeTool } from '../tool.ts'
import { failed } from '../tool-answer.ts'
import { type RealtimeSession, startRealtimeSession } from './realtime-session.ts'
import { openRealtimeSocket } from './realtime-socket.ts'

type RealtimeStarterPorts = CallDoor & {
  /** Undefined: no Realtime model is configured. */
  readonly settings: RealtimeSettings | undefined
  readonly broker: Pick<CredentialBroker, 'bind'>
  readonly tools: SkillTools
  readonly agentKeys: Pick<AgentKeys, 'current'>
  /** Ends the calls of keys that are no longer valid. */
  readonly keys: Pick<KeyWatch, 'watch'>
  readonly changes?: Pick<SkillChanges, 'subscribe'>
  readonly append: AppendAudit
  readonly clock: Pick<Clock, 'now'>
  readonly log: Pick<Log, 'warn' | 'error'>
  /** Waits before another attempt to connect. Rejects when the signal aborts. Absent: the system's timer. */
  pause?(ms: number, signal: AbortSignal): Promise<void>
}

/** Starts sessions with the Realtime API for agents, without giving them the API key. */
export type RealtimeStarter = AsyncDisposable & {
  /**
   * A short-lived secret with which a browser or a phone starts one session that has the agent's tools. That client
   * forwards each function call to `tools/call`.
   */
  secret(caller: AgentCaller): Promise<Outcome<ClientSecret & { readonly model: string; readonly url: string }>>
  /**
   * Joins an existing call of the API, such as one over SIP, and answers its function calls until it ends. CONFLICT for
   * a call that is already joined.
   */
  join(
    caller: AgentCaller,
    callId: string,
    facts: CallFacts,
    reading?: Reading,
  ): Promise<Outcome<{ readonly call_id: string }>>
  /** The number of joined calls. */
  sessions(): number
}

const maxSessions = 100
const maxSessionsPerKey = 20
/** The most connections of one session, so that a server that closes each one is not retried forever. */
const maxConnections = 10
/** The pauses between attempts to reopen a lost connection. If the attempt after the last one fails, the call ends. */
const pausesMs = [250, 500, 1000, 2000, 4000]
const systemPause = (ms: number, signal: AbortSignal) => setTimeout(ms, undefined, { signal })

export function createRealtimeStarter(ports: RealtimeStarterPorts): RealtimeStarter {
  const { settings, broker, tools, agentKeys, keys, changes, append, clock, log } = ports
  const { pause = systemPause } = ports
  const joined = new Map<string, { readonly key: string; readonly session?: RealtimeSession }>()
  let isDisposed = false

  async function access(): Promise<Outcome<RealtimeSettings & { readonly key: string }>> {
    if (settings === undefined) return refuse('NOT_CONFIGURED', { message: unset })
    const key = await storedKey(broker, settings.credential, settings.url)
    return key === null
      ? refuse('NOT_CONFIGURED', { message: keyless(settings) })
      : { ok: true, value: { ...settings, key } }
  }

  const record = ({ principal, slug }: AgentCaller, action: string, detail: object) =>
    append({
      at: new Date(clock.now()),
      by: principal,
      action,
      subject: principal.id,
      detail: { principal: principal.id, slug, ...detail },
    })

  /** The tools of an agent key. Each call is admitted like one over HTTP; the key may have been revoked meanwhile. */
  const guarded = (id: string): SkillTools => ({
    ...tools,
    async handleSkillCall(call) {
      if ((await agentKeys.current(id)) === undefined) return failed(errorOf('UNAUTHENTICATED', {}, { message: ended }))
      const refused = await callRefusal(id, ports)
      return refused === undefined ? tools.handleSkillCall(call) : failed(refused.error)
    },
  })

  return {
    async secret(caller) {
      const found = await access()
      if (!found.ok) return found
      const { url, model, key } = found.value
      const functions = (await tools.getSkillTools(caller)).map(realtimeTool)
      const made = await makeClientSecret({ url, key, session: { type: 'realtime', model, tools: functions } })
      if (!made.ok) {
        log.warn('the Realtime API gave no client secret', { why: made.why })
        return refuse('API_UNAVAILABLE', { message: `The Realtime API gave no secret: ${made.why}.` })
      }
      await record(caller, 'agent_key.realtime_secret', { model })
      return { ok: true, value: { ...made.secret, model, url: `${url}/realtime` } }
    },

    async join(caller, callId, facts, reading) {
      const found = await access()
      if (!found.ok) return found
      if (joined.has(callId)) return refuse('CONFLICT', { message: 'This call is joined already.' })
      const ofKey = [...joined.values()].filter(({ key }) => key === caller.principal.id)
      if (joined.size >= maxSessions || ofKey.length >= maxSessionsPerKey) return refuseTooMany(60_000)
      joined.set(callId, { key: caller.principal.id })
      const { url, key } = found.value
      const address = `${url.replace(/^http/, 'ws')}/realtime?call_id=${encodeURIComponent(callId)}`
      const open = (signal: AbortSignal) => openRealtimeSocket(address, { authorization: `Bearer ${key}` }, signal)
      let connections = 0
      let session: RealtimeSession
      try {
        session = await startRealtimeSession({
          tools: guarded(caller.principal.id),
          caller,
          call: { id: callId, ...facts },
          reading,
          ...(changes ? { changes } : {}),
          log,
          async connect(signal) {
            if (++connections > maxConnections) throw new Error('the connection was lost too often')
            for (const ms of connections === 1 ? [] : pausesMs) {
              const socket = await open(signal).catch(() => undefined)
              if (socket !== undefined) return socket
              await pause(ms, signal)
            }
            return open(signal)
          },
        })
      } catch {
        // The error is not passed on: it may contain the operator's URL.
        joined.delete(callId)
        return refuse('API_UNAVAILABLE', { message: 'The Realtime API did not accept a connection to this call.' })
      }
      joined.set(callId, { key: caller.principal.id, session })
      const watching = keys.watch(caller.principal.id, () => void session[Symbol.asyncDispose]())
      const forget = () => {
        watching[Symbol.dispose]()
        joined.delete(callId)
      }
      session.ended.finally(forget).catch(() => {})
      if (isDisposed) {
        await session[Symbol.asyncDispose]()
        return refuse('API_UNAVAILABLE', { message: 'The app is stopping, so it did not join this call.' })
      }
      try {
        await record(caller, 'agent_key.realtime_joined', { call: callId })
      } catch (cause) {
        await session[Symbol.asyncDispose]()
        throw cause
      }
      return { ok: true, value: { call_id: callId } }
    },

    sessions: () => joined.size,
    async [Symbol.asyncDispose]() {
      isDisposed = true
      await Promise.all(Array.from(joined.values(), ({ session }) => session?.[Symbol.asyncDispose]()))
    },
  }
}

const ended = 'This key is no longer valid, so nothing was done.'
const unset =
  'No Realtime model is configured. An operator sets TRAVEL_REALTIME_MODEL, and stores the key as a credential.'
const keyless = ({ credential, url }: RealtimeSettings): string =>
  `There is no usable key for the Realtime API. An operator adds the credential ${credential} with ${new URL(url).host} among its hosts.`

/** `value`: the secret. `expires_at`: in seconds since the epoch. */
const ClientSecret = z.object({ value: z.string().min(1).max(4096), expires_at: z.number() })
type ClientSecret = z.infer<typeof ClientSecret>

type Asked = { readonly url: string; readonly key: string; readonly session: object }
type Made = { readonly ok: true; readonly secret: ClientSecret } | { readonly ok: false; readonly why: string }

const longestWaitMs = 20_000
const maxBytes = 1024 * 1024

/**
 * Requests a secret for one session from the Realtime API. Redirects are not followed, so the key reaches no other
 * server. `why` contains no part of a URL or a response.
 */
export async function makeClientSecret({ url, key, session }: Asked): Promise<Made> {
  try {
    const response = await fetch(`${url}/realtime/client_secrets`, {
      method: 'POST',
      headers: { 'content-type': 'application/json', authorization: `Bearer ${key}` },
      body: JSON.stringify({ session }),
      redirect: 'manual',
      signal: AbortSignal.timeout(longestWaitMs),
    })
    if (!response.ok) {
      await response.body?.cancel()
      return { ok: false, why: `it answered with status ${response.status}` }
    }
    const bytes = await readBounded(response, maxBytes)
    const read = ClientSecret.safeParse(bytes && JSON.parse(Buffer.from(bytes).toString('utf8')))
    // If the server returns the API key as the secret, the caller must not get it.
    const isSecret = read.success && !read.data.value.includes(key)
    return isSecret ? { ok: true, secret: read.data } : { ok: false, why: 'its answer is not a client secret' }
  } catch {
    return { ok: false, why: 'it could not be reached' }
  }
}
