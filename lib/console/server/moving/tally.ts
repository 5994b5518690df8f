import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import { sha256 } from '#runner/core/hash.ts'
import {
  type ImportChoices,
  type ImportDone,
  type ImportItem,
  type KindCounts,
  type MoveKind,
  mostBlocked,
  mostRows,
  moveKinds,
} from '../../model/console-move.ts'
import type { Verdict } from './compare-lines.ts'

/** Of a preview, in characters: it shows whatever an import would write, and must stay readable. */
const longestPreview = 4_000_000

export type Survey = {
  readonly kinds: Record<MoveKind, KindCounts>
  readonly items: readonly ImportItem[]
  readonly moreBlocked: number
  /** Over every verdict. Two surveys with the same digest would write the same rows. */
  readonly digest: string
  readonly done: ImportDone
}

/** What a preview says besides. */
type Told = { readonly title?: string; readonly asks_again?: string[] }

/** What happens to a row that differs. */
const choiceFor = ({ rows, ...choices }: ImportChoices, kind: MoveKind, name: string) =>
  kind === 'history' || kind === 'waiting'
    ? 'skip'
    : (rows.find((row) => row.kind === kind && row.name === name)?.choice ?? choices[kind])

/** `choices`: absent in a preview. */
export function createTally(choices: ImportChoices | undefined) {
  const kinds: Record<MoveKind, KindCounts> = {
    credentials: { new: 0, equal: 0, differs: 0, blocked: 0 },
    profiles: { new: 0, equal: 0, differs: 0, blocked: 0 },
    history: { new: 0, equal: 0, differs: 0, blocked: 0 },
    waiting: { new: 0, equal: 0, differs: 0, blocked: 0 },
  }
  const items: ImportItem[] = []
  const done: ImportDone = { added: 0, overwritten: 0, skipped: 0, blocked: 0 }
  let blocked = 0
  let length = 0
  let digest = sha256(moveKinds.join())

  function show(item: ImportItem): void {
    if (item.verdict === 'blocked') blocked += 1
    if (item.verdict === 'blocked' && blocked > mostBlocked) return
    length += JSON.stringify(item).length
    if (length > longestPreview) throw new AirlockError('too_much')
    items.push(item)
  }

  return {
    /**
     * Counts a verdict. Returns whether the line is written.
     *
     * @throws AirlockError if the preview would be longer than a person can read
     */
    add(kind: MoveKind, name: string, found: Verdict, { title = name, asks_again = [] }: Told = {}): 'write' | 'leave' {
      const { verdict } = found
      kinds[kind][verdict] += 1
      digest = sha256(JSON.stringify([digest, kind, name, found, asks_again]))
      const { new: added, equal, differs } = kinds[kind]
      const isDecided = kind === 'credentials' || kind === 'profiles'
      if (isDecided && added + equal + differs > mostRows) throw new AirlockError('too_much')
      if (found.verdict === 'blocked') show({ kind, name, title, ...found })
      else if (found.verdict !== 'equal' && isDecided) {
        show({ kind, name, title, ...found, fields: [...found.fields], asks_again })
      }
      if (choices === undefined || verdict === 'equal') return 'leave'
      const outcome = {
        new: 'added',
        blocked: 'blocked',
        differs: choiceFor(choices, kind, name) === 'skip' ? 'skipped' : 'overwritten',
      } as const
      done[outcome[verdict]] += 1
      return verdict === 'new' || outcome[verdict] === 'overwritten' ? 'write' : 'leave'
    },
    survey: (): Survey => ({ kinds, items, moreBlocked: Math.max(0, blocked - mostBlocked), digest, done }),
  }
}
