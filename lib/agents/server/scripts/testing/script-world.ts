import { randomBytes } from 'node:crypto'
import { emptyTestDatabase } from '#lib/platform/server/db/testing.ts'
import { got } from '#lib/platform/server/http/testing/got.ts'
import { createEnvironmentBroker, type ListingBroker } from '#lib/platform/server/vault/environment-broker.ts'
import { openTestVault, operator } from '#lib/platform/server/vault/testing.ts'
import { SecretPlace } from '#runner/contract/bound-credentials.ts'
import type { Clock, Log } from '#runner/core/ports.ts'
import type { LoadedSkill } from '#runner/core/skill.ts'
import type { Runtime } from '#runner/runtimes/runtime.ts'
import { createApprovedCredentials } from '../../profiles/approved-credentials.ts'
import { createManageProfiles } from '../../profiles/manage-profiles.ts'
import { createProfiles } from '../../profiles/profiles.ts'
import type { ExecutionView, NewExecution } from '../execution-schema.ts'
import { openScriptProcess, type ScriptProcess } from './script-process.ts'

export type ProfileState = 'unlocked' | 'locked' | 'expired' | 'revoked'

type Wanted = {
  readonly state?: ProfileState
  readonly hosts?: readonly string[]
  readonly keys?: readonly string[]
  /** Where scripts may use the placeholders of the keys, besides headers. Absent: everywhere. */
  readonly places?: readonly SecretPlace[]
  readonly limits?: object
  readonly scripts?: object
}

type Options = {
  readonly provider?: string
  readonly works?: boolean
  readonly stopping?: AbortSignal
  readonly agentAuth?: 'by-id' | 'strict'
  /** Absent: the embedded runtime. */
  readonly runtime?: Runtime
  /** Absent: no skill is installed. */
  readonly skills?: readonly LoadedSkill[]
  /** The keys of another instance. Absent: those that all these tests share. */
  readonly instanceKey?: Uint8Array
  readonly key?: Uint8Array
  /** Absent: nothing is logged. */
  readonly log?: Log
  /** The credentials of the environment. Absent: there are none. */
  readonly environment?: ListingBroker
}

export const noHeaders = new Headers()

/** A database with a vault and profiles, and a process that executes their scripts. Its clock can be moved. */
export async function openScriptWorld(options: Options = {}) {
  await using opened = new AsyncDisposableStack()
  const database = opened.use(await emptyTestDatabase({ hasQueue: true }))
  const vault = opened.use(await openTestVault(database))
  let passed = 0
  const clock: Clock = { now: () => Date.now() + passed, monotonic: () => performance.now() }
  const ring = vault.vault.ring
  const { environment = createEnvironmentBroker(new Map()) } = options
  const broker = vault.vault.broker(environment, createApprovedCredentials(database.client))
  const open = (more: Options = {}): Promise<ScriptProcess> =>
    openScriptProcess({ databaseUrl: database.url, clock, broker, ...options, ...more })
  const process = opened.use(await open())
  const profilePorts = { ...vault.ports, clock, ring, randomBytes }
  const profiles = createProfiles({ ...profilePorts, creatorKey: randomBytes(32) })
  const manage = createManageProfiles({ ...profilePorts, revoked: process.scripts.endProfile })
  const { scripts } = process
  const stack = opened.move()

  return {
    database,
    db: database.client,
    vault: vault.vault,
    process,
    scripts,
    profiles,
    manage,
    open,
    now: clock.now,
    pass(ms: number) {
      passed += ms
    },
    /** Creates a profile. Returns its token and its id. */
    async profile({
      state = 'locked',
      hosts = [],
      keys = [],
      places = SecretPlace.options,
      limits = {},
      scripts = {},
    }: Wanted = {}) {
      const wanted = { description: 'A test', hosts: [...hosts], keys: keys.map((name) => ({ name })) }
      const { profile_id: token } = got(await profiles.create(wanted, 'local'))
      const row = await database.client.profile.findFirstOrThrow({ orderBy: { createdAt: 'desc' } })
      const { id } = row
      const change = { limits, scripts, keys: { places: keys.map((name) => ({ name, places: [...places] })) } }
      const { version } = got(await manage.change(operator, id, change))
      if (state !== 'unlocked') got(await manage.lock(operator, id, { version }))
      if (state === 'revoked') got(await manage.revoke(operator, id))
      if (state === 'expired') got(await manage.change(operator, id, { expires_at: '2026-11-20T00:00:00Z' }))
      return { token, id }
    },
    /** Starts a script. Returns the token of its execution: the id that the agent uses. */
    async execute(profile: string, script: string, more: Partial<NewExecution> = {}): Promise<string> {
      return got(await scripts.execute({ profile_id: profile, script, language: 'javascript', ...more }, noHeaders))
        .executionToken
    },
    /** Waits until an execution ends or asks its model. */
    async settled(token: string): Promise<ExecutionView> {
      for (;;) {
        const { signal } = new AbortController()
        const { view } = got(
          await scripts.read({ executionToken: token, headers: noHeaders }, { ms: 60_000, known: undefined, signal }),
        )
        if (view.status !== 'pending' && view.status !== 'running') return view
      }
    },
    [Symbol.asyncDispose]: () => stack.disposeAsync(),
  }
}

export type ScriptWorld = Awaited<ReturnType<typeof openScriptWorld>>

/** Runs a script, answers the requests to its model, and returns every view that its agent gets. */
export async function told(world: ScriptWorld, profile: string, script: string, more: Partial<NewExecution> = {}) {
  const views: ExecutionView[] = []
  const token = await world.execute(profile, script, more)
  for (;;) {
    const view = await world.settled(token)
    views.push(view)
    if (view.status !== 'awaiting_llm') return { views, token }
    const { number } = view.llm_request
    got(await world.scripts.respond({ executionToken: token, headers: noHeaders }, { response: 'This.', number }))
  }
}
