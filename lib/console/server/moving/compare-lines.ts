import type { Json } from '#runner/contract/skill-io.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import type { BlockedReason, FieldChange } from '../../model/console-move.ts'
import type { CredentialLine, ProfileLine } from './export-lines.ts'
import type { StoredCredentialLine } from './rows-as-lines.ts'

/** How a row of a file relates to this instance. `fields`: what the row brings. Of an execution it names none. */
export type Verdict =
  | { readonly verdict: 'equal' }
  | { readonly verdict: 'new' | 'differs'; readonly fields: readonly FieldChange[] }
  | { readonly verdict: 'blocked'; readonly reason: BlockedReason }

/** `undefined`: there is none here. */
export function compareCredential(line: CredentialLine, here: StoredCredentialLine | undefined): Verdict {
  const isOtherValue = here !== undefined && here.value !== line.value
  return compare(factsOfCredential(line), here && factsOfCredential(here), isOtherValue ? ['value'] : [])
}

type HereProfile = {
  /** `undefined`: there is none here; null: there is one that cannot be read. */
  readonly line: ProfileLine | undefined | null
  /** The id of the profile that has the token of the line here. */
  readonly holder: string | undefined
  /** Whether the profile of the line, or one with its token, was revoked or deleted here. */
  readonly hasTombstone: boolean
}

export function compareProfile(line: ProfileLine, { line: here, holder, hasTombstone }: HereProfile): Verdict {
  // The token must lead to the profile of the file, and to no other one.
  if ((holder !== undefined && holder !== line.id) || here === null || (here && here.token !== line.token)) {
    return { verdict: 'blocked', reason: 'other_token' }
  }
  // A revocation is permanent, and so is a deletion.
  const isRevokedHere = here?.revoked_at != null || hasTombstone
  if (isRevokedHere && (here === undefined || line.revoked_at === null)) {
    return { verdict: 'blocked', reason: 'revoked_here' }
  }
  return compare(factsOfProfile(line), here && factsOfProfile(here))
}

type Facts = Readonly<Record<string, Json>>

/** `others`: the fields that differ in what their facts do not show. */
function compare(facts: Facts, here: Facts | undefined, others: readonly string[] = []): Verdict {
  const fields = Object.entries(facts)
    .map(([field, after]) => ({ field, before: here?.[field] ?? null, after }))
    .filter(({ field, before, after }) => others.includes(field) || !isEqual(before, after))
  return here === undefined
    ? { verdict: 'new', fields }
    : fields.length === 0
      ? { verdict: 'equal' }
      : { verdict: 'differs', fields }
}

const isEqual = (one: Json, other: Json) => canonicalJson(one) === canonicalJson(other)

/** Without the value. `value`: whether there is one. */
const factsOfCredential = ({ description, use, hosts, value, expires_at }: StoredCredentialLine): Facts => ({
  description,
  use,
  hosts,
  value: value !== null,
  expires_at: momentOf(expires_at),
})

/** Without the token, and without the times of what says nothing about what the profile may do. */
const factsOfProfile = ({ description, hosts, keys, limits, scripts, ...line }: ProfileLine): Facts => ({
  description,
  described_by_operator: line.described_by_operator,
  hosts,
  keys: keys.map(({ added_at: _, ...key }) => key),
  limits: Object.fromEntries(
    Object.entries(limits).flatMap(([name, most]) => (most === undefined ? [] : [[name, most]])),
  ),
  scripts: { ...scripts },
  locked_at: momentOf(line.locked_at),
  expires_at: momentOf(line.expires_at),
  ends_unlocked: line.ends_unlocked,
  revoked_at: momentOf(line.revoked_at),
})

/** The same text for the same moment. */
const momentOf = (time: string | null) => (time === null ? null : new Date(time).toISOString())
