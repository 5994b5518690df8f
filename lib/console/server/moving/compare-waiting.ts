import { grantOf, principalOf } from '#lib/agents/server/scripts/script-profile.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { JournalEntry, type OpenRecording } from '#runner/contract/journal.ts'
import { Principal } from '#runner/contract/principal.ts'
import type { ScriptGrant } from '#runner/contract/script.ts'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import { storedHashesOf } from '#runner/journal/recall.ts'
import type { Verdict } from './compare-lines.ts'
import type { ProfileLine, WaitingLine } from './export-lines.ts'
import { waitsForModel } from './waiting-lines.ts'
import type { MovePorts } from './write-export.ts'

/** A profile that is here after the import. `isSame`: as in the file, also if the operator skips what differs. */
export type ArrivingProfile = { readonly line: ProfileLine; readonly isSame: boolean }

/** The scripts and large answers in the file so far, by their hashes. */
export type FileContent = { readonly scripts: Set<string>; readonly answers: Set<string> }

type Waiting = { readonly grant: ScriptGrant; readonly runtime: OpenRecording['runtime'] }

/**
 * What a waiting execution needs in order to go on.
 *
 * @throws AirlockError for one that our own exports do not have: it is incomplete, or it runs as another principal
 */
export function checkWaiting({ execution: line, replay }: WaitingLine, file: FileContent): Waiting {
  const { execution, journal } = line
  const entries = journal.map((call) => {
    const present = Object.entries(call).filter(([, value]) => value !== null)
    return JournalEntry.safeParse(Object.fromEntries(present)).data
  })
  const read = entries.filter((entry) => entry !== undefined)
  const principal = principalOf(execution.principal_id)
  const isWhole =
    read.length === entries.length &&
    waitsForModel(read) &&
    file.scripts.has(execution.skill_digest) &&
    read.flatMap(storedHashesOf).every((hash) => file.answers.has(hash)) &&
    canonicalJson(replay.principal) === canonicalJson(Principal.parse(principal)) &&
    execution.source === principal.source &&
    execution.trust === principal.trust
  if (!isWhole || replay.script === undefined) throw new AirlockError('damaged')
  return { grant: replay.script, runtime: replay.runtime }
}

/**
 * Whether a waiting execution can go on here. It may do what its profile may, and no more.
 *
 * @param arriving the names of the credentials that are here as in the file, also if the operator skips what differs
 */
export async function compareWaiting(
  { languages }: Pick<MovePorts, 'languages'>,
  { grant, runtime }: Waiting,
  profile: ArrivingProfile | undefined,
  arriving: ReadonlySet<string>,
): Promise<Verdict> {
  const blocked = (reason: Extract<Verdict, { verdict: 'blocked' }>['reason']) =>
    ({ verdict: 'blocked', reason }) as const
  if (profile === undefined) return blocked('no_profile')
  if (!profile.isSame) return blocked('other_profile')
  const { line } = profile
  const { secrets } = grant.permissions
  const approved = line.keys.filter(({ is_approved: isApproved }) => isApproved)
  if (approved.some(({ name: key }) => secrets.includes(key) && !arriving.has(key))) return blocked('other_credential')
  if (!isWithin(grant, line)) return blocked('beyond_profile')
  return (await languages.isAvailable(runtime)) ? { verdict: 'new', fields: [] } : blocked('no_runtime')
}

/** Whether the permissions are those of the profile, with the same or fewer hosts and secrets. */
function isWithin({ language, runtime, permissions, shows_lookalikes }: ScriptGrant, line: ProfileLine): boolean {
  const keys = line.keys.map(({ name }) => [name, null, null] as const)
  const { permissions: widest } = grantOf({ ...line, keys }, { language, runtime }, 1)
  const { network, secrets, signing } = permissions
  const egress = { ...network, egress: widest.network.egress }
  const widened = { ...permissions, network: egress, secrets: widest.secrets, signing: widest.signing }
  return (
    canonicalJson(widened) === canonicalJson(widest) &&
    network.egress.every((host) => widest.network.egress.includes(host)) &&
    [...secrets, ...signing.jwt, ...signing.hmac].every((name) => widest.secrets.includes(name)) &&
    (shows_lookalikes !== true || line.scripts.shows_lookalikes === true)
  )
}
