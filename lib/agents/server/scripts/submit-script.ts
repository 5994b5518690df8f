import { createGroupCommit } from '#lib/platform/server/db/batches.ts'
import { type Outcome, type Refused, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import { type ExecutionId, newId } from '#runner/contract/ids.ts'
import type { ScriptGrant } from '#runner/contract/script.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { sha256 } from '#runner/core/hash.ts'
import { withFairKey } from '#runner/queue/fair-key.ts'
import { createFairSlots } from '#runner/queue/fair-slots.ts'
import { loadScript } from '#runner/script/script.ts'
import { pendingStart } from './claim.ts'
import type { Dispatcher } from './dispatcher.ts'
import type { ExecutionStatus, NewExecution } from './execution-schema.ts'
import { statusOf } from './read-execution.ts'
import type { ScriptChoice, ScriptLanguages } from './script-languages.ts'
import type { ScriptPorts } from './script-ports.ts'
import {
  cacheKeyOf,
  createFindScriptProfile,
  grantOf,
  llmWaitS,
  longestTimeoutS,
  type ScriptProfile,
} from './script-profile.ts'
import { maxPending, type NewScript, retryAfterMs, type Stored, storeScripts } from './store-scripts.ts'

/**
 * An accepted execution. `isCached`: it is an earlier execution, whose result answers the request. `isGuessed`: the
 * script is valid in other languages, too, and the request names none.
 */
export type Accepted = {
  readonly id: ExecutionId
  readonly status: ExecutionStatus
  readonly isCached: boolean
  readonly language: ScriptLanguage
  readonly isGuessed: boolean
}

type SubmittedScript = Omit<NewExecution, 'profile_id'>

/** `tokenHash`: of the profile's token. `rerun`: an operator repeats an execution. */
type SubmitScript = (
  input: SubmittedScript,
  by: { readonly tokenHash: string | undefined; readonly rerun?: NewScript['rerun'] },
) => Promise<Outcome<Accepted>>

/**
 * How many requests are checked and stored at once, and how many of them for one profile: another profile waits behind
 * few requests in the parser, on the main thread and in the database, however many the first one sends.
 */
const atOnce = { width: 64, ofOneKey: 8 }

type Options = ScriptPorts & { readonly dispatcher: Pick<Dispatcher, 'announce'> }

/** Checks a request to execute a script and stores it as pending. */
export function createSubmitScript(ports: Options): SubmitScript {
  const { db, clock, seals, randomBytes } = ports
  const findProfile = createFindScriptProfile(db.sql)
  const slots = createFairSlots(atOnce)
  const results = new WeakMap<NewScript, Stored>()
  const store = createGroupCommit<NewScript>({
    async write(scripts) {
      const stored = await storeScripts(ports, scripts)
      for (const [script, result] of stored) results.set(script, result)
      if ([...stored.values()].some(({ kind }) => kind === 'pending')) void ports.dispatcher.announce()
      return new Map()
    },
  })

  async function submit(
    profile: ScriptProfile,
    input: SubmittedScript,
    rerun: NewScript['rerun'],
  ): Promise<Outcome<Accepted>> {
    const checked = await check(ports.languages, input, profile)
    if (!checked.ok) return checked
    const { grant, digest, choice } = checked.value
    const { language } = choice
    const id = newId('exec', randomBytes)
    const { id: profileId, version } = profile
    const script: NewScript = {
      id,
      digest,
      profileId,
      grant,
      language,
      profileVersion: version,
      text: input.script,
      cacheKey: cacheKeyOf(digest, grant, profile),
      cacheS: input.cache_s,
      llmWaitS: llmWaitS(profile),
      seal: await seals.pending(pendingStart({ id, digest, profileId, grant })),
      request: requestOf(input),
      rerun,
    }
    await store(script)
    const stored = results.get(script)
    if (stored === undefined) throw new Error('A script was stored without a result')
    return acceptedOf(db, stored, choice)
  }

  return async (input, { tokenHash, rerun }) => {
    const found = await findProfile(tokenHash, new Date(clock.now()))
    if (!found.ok) return found
    const { value: profile } = found
    if (slots.waitingOf(profile.id) >= maxPending.each) return tooMany(retryAfterMs)
    using _slot = await slots.take(undefined, profile.id)
    return await withFairKey(profile.id, () => submit(profile, input, rerun))
  }
}

type Checked = { readonly grant: ScriptGrant; readonly digest: string; readonly choice: ScriptChoice }

async function check(
  languages: ScriptLanguages,
  { script, language: asked, timeout }: SubmittedScript,
  profile: ScriptProfile,
): Promise<Outcome<Checked>> {
  const found = await languages.choose(script, asked, profile.scripts)
  if (!found.ok) return found
  const choice = found.value
  const most = longestTimeoutS(profile)
  if (timeout !== undefined && (timeout < 1 || timeout > most)) {
    return refuseField('timeout', `must be between 1 and ${most} seconds, the limit of the profile`)
  }
  const grant = grantOf(profile, choice, timeout ?? most)
  const loaded = loadScript({ text: script, grant })
  if (!loaded.ok) return refuse('INVALID_INPUT', { facts: { detail: textOf(loaded.details) }, details: loaded.details })
  return { ok: true, value: { grant, digest: loaded.skill.digest, choice } }
}

const textOf = (details: Record<string, string>) =>
  Object.entries(details)
    .map(([field, problem]) => `${field} ${problem}`)
    .join(', ')

function requestOf({ idempotency_key: key, ...request }: SubmittedScript): NewScript['request'] {
  return key === undefined ? undefined : { key, hash: sha256(JSON.stringify(request)) }
}

async function acceptedOf(
  db: ScriptPorts['db'],
  stored: Stored,
  { language, isGuessed }: ScriptChoice,
): Promise<Outcome<Accepted>> {
  switch (stored.kind) {
    case 'pending':
      return { ok: true, value: { id: stored.id, status: 'pending', isCached: false, language, isGuessed } }
    case 'cached':
      return { ok: true, value: { id: stored.id, status: 'completed', isCached: true, language, isGuessed } }
    case 'repeated': {
      const row = await db.execution.findUniqueOrThrow({ where: { id: stored.id }, include: { script: true } })
      // The profile may prefer another language than when the execution was accepted.
      const accepted = ScriptLanguage.catch(language).parse(row.script?.language)
      return {
        ok: true,
        value: { id: stored.id, status: statusOf(row), isCached: false, language: accepted, isGuessed },
      }
    }
    case 'other request': {
      const message = 'This idempotency_key was used for another request: send a new key, or the same request again.'
      return refuse('CONFLICT', { message, details: { idempotency_key: 'belongs to another request' } })
    }
    case 'full':
      return tooMany(stored.retryAfterMs)
    case 'limited':
      return stored.refused
  }
}

function tooMany(retryAfterMs: number): Refused {
  const seconds = Math.ceil(retryAfterMs / 1000)
  const message = `Too many executions wait already. Try again in ${seconds} s, or wait for some of them to end.`
  return refuse('RATE_LIMITED', { message, retryAfterMs })
}
