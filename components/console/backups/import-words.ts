import type { BlockedReason, ImportDone, ImportItem, KindCounts, MoveKind } from '#lib/console/model/console-move.ts'
import { counted } from '#lib/platform/model/counted.ts'

export const kindNames: Readonly<Record<MoveKind, string>> = {
  credentials: 'Credentials',
  profiles: 'Agents’ profiles',
  history: 'History',
  waiting: 'Waiting executions',
}

export const kindNotes: Readonly<Record<MoveKind, string>> = {
  credentials: 'values are never shown, and are encrypted again under the key of this instance',
  profiles: 'agents go on with their tokens; a key is approved only with the credential of the file',
  history: 'ended executions; they cannot be replayed here',
  waiting:
    'each goes on here when its model answers, with the ids that its agent has; import the file on one instance only, or they act twice',
}

const reasons: Readonly<Record<BlockedReason, string>> = {
  revoked_here: 'It was revoked here, which is permanent.',
  other_token: 'Another profile here has its id or its token.',
  no_profile: 'Its profile does not come.',
  other_profile: 'Its profile here differs from the one in the file. Overwrite that first, then import the file again.',
  other_credential:
    'A credential here differs from the one in the file. Overwrite that first, then import the file again.',
  beyond_profile: 'It may do more than its profile allows now.',
  no_runtime: 'Its runtime is not available here.',
}

/** Plain names of the fields of a line. */
const fieldNames: Readonly<Record<string, string>> = {
  use: 'how it is used',
  expires_at: 'expiry',
  locked_at: 'lock',
  revoked_at: 'revocation',
  described_by_operator: 'who described it',
  ends_unlocked: 'end without a lock',
}

export const itemText = (item: ImportItem): string =>
  item.verdict === 'blocked'
    ? reasons[item.reason]
    : `Differs in ${item.fields.map((field) => fieldNames[field] ?? field).join(', ')}`

/** "3 new, 2 equal, 1 differs". */
export const countsText = ({ new: added, equal, differs, blocked }: KindCounts): string =>
  [
    `${added} new`,
    `${equal} equal`,
    differs > 0 && `${differs} ${differs === 1 ? 'differs' : 'differ'}`,
    blocked > 0 && `${blocked} cannot come`,
  ]
    .filter(Boolean)
    .join(', ')

export const doneText = (name: string, { added, overwritten, skipped, blocked }: ImportDone): string =>
  [
    `${name} was imported: ${added} added`,
    `${overwritten} overwritten`,
    skipped > 0 && `${skipped} skipped`,
    blocked > 0 && `${blocked} could not come`,
  ]
    .filter(Boolean)
    .join(', ')
    .concat('.')

/** The number that the button says. */
export const writtenText = (count: number): string => (count === 0 ? 'Nothing to import' : `Import ${count}`)

export const unfinishedText = (count: number): string =>
  `${counted(count, 'execution')} had not ended when the file was made. ${count === 1 ? 'It is' : 'They are'} not in it.`
