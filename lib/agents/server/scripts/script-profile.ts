import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { Statements } from '#lib/platform/server/db/statements.ts'
import type { Outcome } from '#lib/platform/server/http/outcome.ts'
import { fuelFor } from '#runner/contract/fuel.ts'
import { eachFlag, permissionOf } from '#runner/contract/operations/host-operations.ts'
import { principalFrom } from '#runner/contract/principal.ts'
import { ScriptGrant } from '#runner/contract/script.ts'
import { sha256 } from '#runner/core/hash.ts'
import type { ProfileLimits, ProfileScripts } from '../../model/profile-schema.ts'
import { type ProfileState, requireLocked, unknownProfile } from '../profiles/profile-state.ts'
import { readSettings, requireReadable } from '../profiles/stored-settings.ts'

/** A profile as the execution of a script needs it. */
export type ScriptProfile = {
  readonly id: string
  readonly version: number
  readonly hosts: readonly string[]
  readonly limits: ProfileLimits
  readonly scripts: ProfileScripts
  /** The names of its credentials, with the id and version of the approved credential; null if it is not stored. */
  readonly keys: readonly (readonly [name: string, id: string | null, version: number | null])[]
}

type Row = Omit<ScriptProfile, 'limits' | 'scripts'> &
  ProfileState & { readonly limits: unknown; readonly scripts: unknown; readonly token_hash: string }

/** Finds the profile by the hash of its token; undefined: no token. Refuses a profile that may not execute. */
type FindScriptProfile = (tokenHash: string | undefined, now: Date) => Promise<Outcome<ScriptProfile>>

export function createFindScriptProfile(db: Pick<Statements, '$queryRaw'>): FindScriptProfile {
  const read = createGroupRead((hashes: readonly string[]) => readRows(db, hashes))
  return async (tokenHash, now) => {
    const row = tokenHash === undefined ? undefined : await read(tokenHash)
    if (!row) return unknownProfile()
    const settings = readSettings(row)
    const refused = requireLocked(row, now) ?? requireReadable(settings)
    if (refused) return refused
    const { id, version, hosts, keys } = row
    const { limits, scripts } = settings
    return { ok: true, value: { id, version, hosts, keys, limits, scripts } }
  }
}

async function readRows(db: Pick<Statements, '$queryRaw'>, hashes: readonly string[]) {
  const rows = await db.$queryRaw<Row[]>`
    select p.token_hash, p.id, p.version, p.hosts, p.limits, p.scripts, p.locked_at as "lockedAt",
      p.expires_at as "expiresAt", p.revoked_at as "revokedAt", (
      select coalesce(json_agg(json_build_array(k.name, c.id, c.version) order by k.name), '[]')
      from profile_keys k left join credentials c on c.id = k.credential_id
      where k.profile_id = p.id
    ) as keys
    from profiles p where p.token_hash = any(${[...hashes]}::text[])`
  return new Map(rows.map((row) => [row.token_hash, row]))
}

/** The principal of a profile's executions. Its trust comes from the operator, who locked the profile. */
export const principalOf = (profileId: string) => principalFrom('dm-approved', { id: profileId, role: 'agent' })

/** The most host calls of one script: requests, and calls of `kv`, `crypto`, `settings` and `llm`. */
export const mostHostCalls = 1000

const defaults = { timeoutS: 60, memoryMb: 128, llmWaitS: 24 * 60 * 60 }
/** The default number of concurrent executions of a profile. */
export const defaultConcurrency = 4

/** Unless the operator sets it, the fuel fits the time of the profile: the time ends a computation first. */
const fuelOf = ({ fuel, timeout_s = defaults.timeoutS }: ProfileLimits): number => fuel ?? fuelFor(timeout_s)

type AllLimits = { [Name in keyof ProfileLimits]-?: NonNullable<ProfileLimits[Name]> }

/** The limits of a profile's executions, with defaults for limits that the profile does not set. */
export const limitsOf = (limits: ProfileLimits): AllLimits => ({
  timeout_s: limits.timeout_s ?? defaults.timeoutS,
  memory_mb: limits.memory_mb ?? defaults.memoryMb,
  fuel: fuelOf(limits),
  llm_wait_s: limits.llm_wait_s ?? defaults.llmWaitS,
  concurrency: limits.concurrency ?? defaultConcurrency,
})

export const longestTimeoutS = ({ limits }: ScriptProfile): number => limits.timeout_s ?? defaults.timeoutS
export const llmWaitS = ({ limits }: ScriptProfile): number => limits.llm_wait_s ?? defaults.llmWaitS

/** What an execution may do: the profile's keys and hosts, within its limits. */
export function grantOf(
  profile: ScriptProfile,
  { language, runtime }: Pick<ScriptGrant, 'language' | 'runtime'>,
  timeoutS: number,
): ScriptGrant {
  const { hosts, keys, limits, scripts } = profile
  return ScriptGrant.parse({
    language,
    runtime,
    permissions: {
      network: { egress: [...hosts], methods: ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE'] },
      secrets: keys.map(([name]) => name),
      // Which of these an operator approved for signatures is bound with the credential, like its places.
      signing: { jwt: keys.map(([name]) => name), hmac: keys.map(([name]) => name) },
      ...eachFlag((kind) => permissionOf(kind).ofProfiles === true),
    },
    limits: {
      timeout_ms: Math.round(timeoutS * 1000),
      memory_mb: limits.memory_mb ?? defaults.memoryMb,
      fuel: fuelOf(limits),
      host_calls: mostHostCalls,
    },
    ...(scripts.shows_lookalikes ? { shows_lookalikes: true } : {}),
  })
}

/** The hash of everything that the result of a script depends on. Includes versions of credentials, not values. */
export function cacheKeyOf(digest: string, grant: ScriptGrant, { id, version, keys }: ScriptProfile): string {
  return sha256(JSON.stringify([digest, id, version, keys, grant.limits, grant.runtime]))
}
