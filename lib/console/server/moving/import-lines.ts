import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { sha256 } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import {
  type ImportChoices,
  type ImportDone,
  type ImportItem,
  type KindCounts,
  type MoveKind,
  mostItems,
  moveKinds,
} from '../../model/console-move.ts'
import { compareCredential, compareProfile, type Verdict } from './compare-lines.ts'
import type { CredentialLine, ExecutionLine, ExportLine, ProfileLine } from './export-lines.ts'
import { lineOfCredential, lineOfProfile, withKeys } from './rows-as-lines.ts'
import type { MovePorts } from './write-export.ts'
import { writeCredential, writeExecutions, writeProfile } from './write-lines.ts'

/** Executions that are looked up and written together. */
const batchSize = 20

export type Survey = {
  readonly kinds: Record<MoveKind, KindCounts>
  readonly items: readonly ImportItem[]
  readonly itemsTotal: number
  /** Over every verdict. Two surveys with the same digest would write the same rows. */
  readonly digest: string
  readonly done: ImportDone
}

/**
 * Compares every line with this instance. With `choices`, also writes what is new, and what differs if it is to be
 * overwritten. Must be undone if it fails, because the end of a file shows whether the file is whole.
 */
export async function importLines(
  tx: Prisma.TransactionClient,
  ports: Pick<MovePorts, 'ring' | 'randomBytes' | 'clock'>,
  lines: AsyncIterable<ExportLine>,
  choices?: ImportChoices,
): Promise<Survey> {
  const ring = ports.ring()
  const tally = createTally(choices)
  /** The ids of the credentials here that are as in the file, by name. */
  const same = new Map<string, string>()
  const arriving = new Set<string>()
  let batch: ExecutionLine[] = []

  async function takeCredential(line: CredentialLine): Promise<void> {
    const row = await tx.credential.findUnique({ where: { name: line.name } })
    const verdict = compareCredential(line, row === null ? undefined : (lineOfCredential(ring, row) ?? null))
    const action = tally.add('credentials', line.name, verdict)
    const id = action === 'write' ? await writeCredential(tx, ports, line, row) : row?.id
    if (id !== undefined && (action === 'write' || verdict.verdict === 'equal')) same.set(line.name, id)
  }

  async function takeProfile(line: ProfileLine): Promise<void> {
    const row = await tx.profile.findUnique({ where: { id: line.id }, include: withKeys })
    const names = { name: { in: row?.keys.map(({ name }) => name) ?? [] } }
    const stored = await tx.credential.findMany({ where: names, select: { id: true, name: true } })
    const idOf = new Map(stored.map(({ id, name }) => [name, id]))
    const here = row === null ? undefined : (lineOfProfile(ring, row, idOf) ?? null)
    const holder = await tx.profile.findUnique({ where: { tokenHash: sha256(line.token) }, select: { id: true } })
    const verdict = compareProfile(line, here, holder?.id)
    if (verdict.verdict !== 'blocked') arriving.add(line.id)
    const action = tally.add('profiles', `${line.description}, ${line.id}`, verdict)
    if (action === 'write') await writeProfile(tx, ports, line, row, same)
  }

  async function takeBatch(): Promise<void> {
    const ids = batch.map(({ execution }) => execution.id)
    const hashes = batch.map(({ script }) => script.token_hash)
    const known = await tx.execution.findMany({ where: { id: { in: ids } }, select: { id: true } })
    const taken = await tx.scriptExecution.findMany({
      where: { tokenHash: { in: hashes } },
      select: { tokenHash: true },
    })
    const here = new Set([...known.map(({ id }) => id), ...taken.map(({ tokenHash }) => tokenHash)])
    const written = batch.filter(({ execution: { id, principal_id }, script }) => {
      const isHere = here.has(id) || here.has(script.token_hash)
      const verdict: Verdict = isHere
        ? { verdict: 'equal' }
        : arriving.has(principal_id)
          ? { verdict: 'new' }
          : { verdict: 'blocked', reason: 'no_profile' }
      return tally.add('history', id, verdict) === 'write'
    })
    if (written.length > 0) await writeExecutions(tx, written)
    batch = []
  }

  for await (const line of lines) {
    if (line.kind === 'credential') await takeCredential(line)
    else if (line.kind === 'profile') await takeProfile(line)
    else if (line.kind === 'script') {
      if (sha256(scriptBytes(line.language, line.text)) !== line.digest) throw new AirlockError('damaged')
      const { digest, language, text } = line
      if (choices) await tx.script.createMany({ data: [{ digest, language, text }], skipDuplicates: true })
    } else if (line.kind === 'execution') {
      batch.push(line)
      if (batch.length === batchSize) await takeBatch()
    }
  }
  if (batch.length > 0) await takeBatch()
  return tally.survey()
}

/** What happens to a row that differs. */
const choiceFor = ({ rows, ...choices }: ImportChoices, kind: MoveKind, name: string) =>
  kind === 'history' ? 'skip' : (rows.find((row) => row.kind === kind && row.name === name)?.choice ?? choices[kind])

/** `choices`: absent in a preview. */
function createTally(choices: ImportChoices | undefined) {
  const kinds: Record<MoveKind, KindCounts> = {
    credentials: { new: 0, equal: 0, differs: 0, blocked: 0 },
    profiles: { new: 0, equal: 0, differs: 0, blocked: 0 },
    history: { new: 0, equal: 0, differs: 0, blocked: 0 },
  }
  const items: ImportItem[] = []
  const done: ImportDone = { added: 0, overwritten: 0, skipped: 0, blocked: 0 }
  let itemsTotal = 0
  let digest = sha256(moveKinds.join())
  return {
    /** Counts a verdict. Returns whether the line is written. */
    add(kind: MoveKind, name: string, found: Verdict): 'write' | 'leave' {
      const { verdict } = found
      kinds[kind][verdict] += 1
      digest = sha256(JSON.stringify([digest, kind, name, found]))
      if (found.verdict === 'differs' || found.verdict === 'blocked') {
        itemsTotal += 1
        if (items.length < mostItems) {
          items.push(
            found.verdict === 'differs'
              ? { kind, name, ...found, fields: [...found.fields] }
              : { kind, name, ...found },
          )
        }
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
    survey: (): Survey => ({ kinds, items, itemsTotal, digest, done }),
  }
}
