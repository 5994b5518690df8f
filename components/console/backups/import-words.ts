import type {
  BlockedReason,
  FieldChange,
  ImportDone,
  ImportItem,
  KindCounts,
  MoveKind,
} from '#lib/console/model/console-move.ts'
import { mostBlocked } from '#lib/console/model/console-move.ts'
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
  revoked_here: 'It was revoked or deleted here, which is permanent.',
  other_token: 'Another profile here has its id or its token.',
  no_profile: 'Its profile does not come.',
  other_profile: 'Its profile here differs from the one in the file. Overwrite that first, then import the file again.',
  other_credential:
    'A credential here differs from the one in the file. Overwrite that first, then import the file again.',
  beyond_profile: 'It may do more than its profile allows now.',
  no_runtime: 'Its runtime is not available here.',
  unreadable: 'This version cannot show its result.',
}

/** Plain names of the fields of a line. */
const fieldNames: Readonly<Record<string, string>> = {
  use: 'how it is used',
  expires_at: 'expiry',
  locked_at: 'lock',
  revoked_at: 'revocation',
  described_by_operator: 'described by an operator',
  ends_unlocked: 'ends without a lock',
  by_operator: 'added by an operator',
  is_approved: 'approved',
  places: 'also in',
  shows_lookalikes: 'shows text that looks like a credential',
}
const nameOf = (field: string) => fieldNames[field] ?? field.replaceAll('_', ' ')

/** What an item says beside its title. */
export const itemText = (item: ImportItem): string =>
  item.verdict === 'blocked' ? reasons[item.reason] : item.verdict === 'new' ? 'New' : 'Differs'

/** Each field of a new row that has something, and each changed field with what is here and what would be. */
export const changeTexts = (item: ImportItem): readonly string[] =>
  item.verdict === 'blocked'
    ? []
    : item.fields.flatMap(({ field, before, after }) => {
        if (item.verdict === 'new') return isNothing(after) ? [] : [`${nameOf(field)}: ${valueText(after)}`]
        const isOtherValue = field === 'value' && before === after
        const [from, to] = isOtherValue ? ['another one'] : [valueText(before), valueText(after)]
        return [`${nameOf(field)}: ${from} → ${to ?? 'that of the file'}`]
      })

type Value = FieldChange['after']

const isNothing = (value: Value): boolean =>
  value === null || value === false || value === '' || (typeof value === 'object' && Object.keys(value).length === 0)

function valueText(value: Value): string {
  if (isNothing(value)) return 'none'
  if (value === true) return 'yes'
  if (Array.isArray(value)) return value.map(valueText).join(', ')
  if (typeof value !== 'object' || value === null) return String(value)
  const { name, kind, ...others } = value
  const rest = Object.entries(others)
    .filter(([, part]) => !isNothing(part))
    .map(([field, part]) => (part === true ? nameOf(field) : `${nameOf(field)} ${valueText(part ?? null)}`))
    .join('; ')
  const head = name ?? kind
  if (head === undefined) return rest
  return rest === '' ? String(head) : `${head} (${rest})`
}

/** The locks that an overwritten credential takes its approval from. */
export const asksAgainText = (item: ImportItem): string =>
  item.verdict === 'blocked' || item.asks_again.length === 0
    ? ''
    : `If it is overwritten, its approval is asked again for ${item.asks_again.slice(0, mostBlocked).join(', ')}${item.asks_again.length > mostBlocked ? ' and more' : ''}.`

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
