import { isMovedAway } from '#lib/agents/server/scripts/moved-away.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { putAnswer } from '#lib/skills/server/executions/answer-store.ts'
import { sha256, sha256OfBytes } from '#runner/core/hash.ts'
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
import { type ArrivingProfile, checkWaiting, compareWaiting, type FileContent } from './compare-waiting.ts'
import type { CredentialLine, ExecutionLine, ExportLine, ProfileLine, WaitingLine } from './export-lines.ts'
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
  ports: Pick<MovePorts, 'ring' | 'randomBytes' | 'clock' | 'seals' | 'languages'>,
  lines: AsyncIterable<ExportLine>,
  choices?: ImportChoices,
): Promise<Survey> {
  const ring = ports.ring()
  const tally = createTally(choices)
  /** The ids of the credentials here that are as in the file, by name. */
  const same = new Map<string, string>()
  /** The names of the credentials that are here as in the file, or will be. */
  const arriving = new Set<string>()
  /** The profiles that are here, or will be, by id. `isSame`: as in the file. */
  const profiles = new Map<string, ArrivingProfile>()
  const file: FileContent = { scripts: new Set(), answers: new Set() }
  let batch: (ExecutionLine | WaitingLine)[] = []

  async function takeCredential(line: CredentialLine): Promise<void> {
    const row = await tx.credential.findUnique({ where: { name: line.name } })
    const verdict = compareCredential(line, row === null ? undefined : (lineOfCredential(ring, row) ?? null))
    const action = tally.add('credentials', line.name, verdict)
    if (isSame(verdict)) arriving.add(line.name)
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
    if (verdict.verdict !== 'blocked') profiles.set(line.id, { line, isSame: isSame(verdict) })
    const action = tally.add('profiles', `${line.description}, ${line.id}`, verdict)
    if (action === 'write') await writeProfile(tx, ports, line, row, same)
  }

  async function takeBatch(): Promise<void> {
    const taken = batch
    batch = []
    const here = await readHere(tx, taken.map(executionOf))
    const written: (ExecutionLine | WaitingLine)[] = []
    for (const line of taken) {
      const { execution, script } = executionOf(line)
      const { id, principal_id: profile } = execution
      if ((execution.status === 'suspended') !== (line.kind === 'waiting')) throw new AirlockError('damaged')
      const isHere = here.ids.has(id) || here.tokens.has(script.token_hash)
      const verdict = isHere
        ? ({ verdict: 'equal' } as const)
        : line.kind === 'waiting'
          ? await compareWaiting(ports, checkWaiting(line, file), profiles.get(profile), arriving)
          : profiles.has(profile)
            ? ({ verdict: 'new' } as const)
            : ({ verdict: 'blocked', reason: 'no_profile' } as const)
      if (tally.add(line.kind === 'waiting' ? 'waiting' : 'history', id, verdict) === 'write') written.push(line)
    }
    if (written.length === 0) return
    const ids = written.map((line) => executionOf(line).execution.id)
    await tx.execution.deleteMany({ where: { id: { in: ids }, ...isMovedAway } })
    await writeExecutions(tx, ports.seals, written)
  }

  for await (const line of lines) {
    if (line.kind === 'credential') await takeCredential(line)
    else if (line.kind === 'profile') await takeProfile(line)
    else if (line.kind === 'script') {
      if (sha256(scriptBytes(line.language, line.text)) !== line.digest) throw new AirlockError('damaged')
      const { digest, language, text } = line
      file.scripts.add(digest)
      if (choices) await tx.script.createMany({ data: [{ digest, language, text }], skipDuplicates: true })
    } else if (line.kind === 'answer') {
      const bytes = Buffer.from(line.bytes, 'base64')
      if ((await sha256OfBytes(bytes)) !== line.hash) throw new AirlockError('damaged')
      file.answers.add(line.hash)
      if (choices) await putAnswer(tx, line.hash, bytes, new Date(ports.clock.now()))
    } else if (line.kind === 'execution' || line.kind === 'waiting') {
      batch.push(line)
      if (batch.length === batchSize) await takeBatch()
    }
  }
  if (batch.length > 0) await takeBatch()
  return tally.survey()
}

/** Equal rows stay as they are, and new ones are written whatever the operator chooses. */
const isSame = ({ verdict }: Verdict) => verdict === 'new' || verdict === 'equal'

const executionOf = (line: ExecutionLine | WaitingLine): ExecutionLine =>
  line.kind === 'waiting' ? line.execution : line

/** Which of these executions are here. One that was moved away counts as absent: now it comes back, as it is there. */
async function readHere(tx: Prisma.TransactionClient, lines: readonly ExecutionLine[]) {
  const ids = lines.map(({ execution }) => execution.id)
  const hashes = lines.map(({ script }) => script.token_hash)
  const away = await tx.execution.findMany({ where: { id: { in: ids }, ...isMovedAway }, select: { id: true } })
  const notIn = away.map(({ id }) => id)
  const known = await tx.execution.findMany({ where: { id: { in: ids, notIn } }, select: { id: true } })
  const where = { tokenHash: { in: hashes }, id: { notIn } }
  const taken = await tx.scriptExecution.findMany({ where, select: { tokenHash: true } })
  return { ids: new Set(known.map(({ id }) => id)), tokens: new Set(taken.map(({ tokenHash }) => tokenHash)) }
}

/** What happens to a row that differs. */
const choiceFor = ({ rows, ...choices }: ImportChoices, kind: MoveKind, name: string) =>
  kind === 'history' || kind === 'waiting'
    ? 'skip'
    : (rows.find((row) => row.kind === kind && row.name === name)?.choice ?? choices[kind])

/** `choices`: absent in a preview. */
function createTally(choices: ImportChoices | undefined) {
  const kinds: Record<MoveKind, KindCounts> = {
    credentials: { new: 0, equal: 0, differs: 0, blocked: 0 },
    profiles: { new: 0, equal: 0, differs: 0, blocked: 0 },
    history: { new: 0, equal: 0, differs: 0, blocked: 0 },
    waiting: { new: 0, equal: 0, differs: 0, blocked: 0 },
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
