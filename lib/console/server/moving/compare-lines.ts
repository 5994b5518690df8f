import { canonicalJson } from '#runner/core/canonical-json.ts'
import type { BlockedReason } from '../../model/console-move.ts'
import type { CredentialLine, ProfileLine } from './export-lines.ts'

/** How a row of a file relates to this instance. `fields`: the names of what differs, never values. */
export type Verdict =
  | { readonly verdict: 'new' | 'equal' }
  | { readonly verdict: 'differs'; readonly fields: readonly string[] }
  | { readonly verdict: 'blocked'; readonly reason: BlockedReason }

const never: ReadonlySet<string> = new Set(['kind', 'version', 'created_at'])

/** `undefined`: there is none here; null: there is one that cannot be decrypted, so it differs in its value. */
export function compareCredential(line: CredentialLine, here: CredentialLine | undefined | null): Verdict {
  if (here === undefined) return { verdict: 'new' }
  return here === null ? { verdict: 'differs', fields: ['value'] } : compare(line, here)
}

/** `holder`: the id of the profile that has the token of the line here. */
export function compareProfile(
  line: ProfileLine,
  here: ProfileLine | undefined | null,
  holder: string | undefined,
): Verdict {
  // The token must lead to the profile of the file, and to no other one.
  if ((holder !== undefined && holder !== line.id) || here === null)
    return { verdict: 'blocked', reason: 'other_token' }
  if (here === undefined) return { verdict: 'new' }
  if (here.token !== line.token) return { verdict: 'blocked', reason: 'other_token' }
  // A revocation is permanent.
  if (here.revoked_at !== null && line.revoked_at === null) return { verdict: 'blocked', reason: 'revoked_here' }
  return compare(line, here)
}

function compare<Line extends CredentialLine | ProfileLine>(line: Line, here: Line): Verdict {
  const text = (value: unknown) => canonicalJson(JSON.parse(JSON.stringify(withoutAdded(value) ?? null)))
  const other = new Map(Object.entries(here))
  const fields = Object.entries(line)
    .filter(([name, value]) => !never.has(name) && text(value) !== text(other.get(name)))
    .map(([name]) => name)
  return fields.length === 0 ? { verdict: 'equal' } : { verdict: 'differs', fields }
}

/** Keys without the time at which they were added, which says nothing about what the profile may do. */
const withoutAdded = (value: unknown): unknown =>
  Array.isArray(value)
    ? value.map((one) => (typeof one === 'object' && one !== null ? { ...one, added_at: undefined } : one))
    : value
