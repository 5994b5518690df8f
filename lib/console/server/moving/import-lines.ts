import { unlockedMs } from '#lib/agents/server/profiles/create-profile.ts'
import { keepTexts } from '#lib/agents/server/scripts/forget-scripts.ts'
import { isMovedAway } from '#lib/agents/server/scripts/read-execution.ts'
import { AirlockError } from '#lib/platform/server/backup/airlock/airlock-error.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { putAnswer } from '#lib/skills/server/executions/answer-store.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import { sha256, sha256OfBytes } from '#runner/core/hash.ts'
import { scriptBytes } from '#runner/script/script.ts'
import type { ImportChoices } from '../../model/console-move.ts'
import { compareCredential, compareProfile, type Verdict } from './compare-lines.ts'
import { type ArrivingProfile, checkWaiting, compareWaiting, type FileContent } from './compare-waiting.ts'
import type { CredentialLine, ExecutionLine, ExportLine, ProfileLine, WaitingLine } from './export-lines.ts'
import { findProfile, findRestingOn } from './find-here.ts'
import type { ReadLine } from './read-export.ts'
import { lineOfCredential } from './rows-as-lines.ts'
import { createTally, type Survey } from './tally.ts'
import { UnacceptedLine } from './unaccepted-line.ts'
import type { MovePorts } from './write-export.ts'
import { type Approvals, writeCredential, writeExecutions, writeProfile } from './write-lines.ts'

/** Executions that are looked up and written together: so many, or as many as have about so many bytes. */
const batchSize = 20
const batchBytes = 4 * 1024 * 1024
const dayMs = 24 * 60 * 60_000

type Ports = Pick<MovePorts, 'ring' | 'randomBytes' | 'clock' | 'seals' | 'languages'>

/**
 * Compares every line with this instance. With `choices`, also writes what is new, and what differs if it is to be
 * overwritten. Must be undone if it fails, because the end of a file shows whether the file is whole.
 *
 * @throws AirlockError, UnacceptedLine for lines that no export of ours has
 */
export async function importLines(
  tx: Prisma.TransactionClient,
  ports: Ports,
  lines: AsyncIterable<ReadLine>,
  choices?: ImportChoices,
): Promise<Survey> {
  const tally = createTally(choices)
  const seen = createSeen()
  const settled = createSettled(tx, ports, tally, seen, choices !== undefined)
  const file: FileContent = { scripts: new Set(), answers: new Set() }
  let batch: (ExecutionLine | WaitingLine)[] = []
  let bytesOfBatch = 0

  async function takeBatch(): Promise<void> {
    const taken = batch
    ;[batch, bytesOfBatch] = [[], 0]
    const here = await readHere(tx, taken.map(executionOf))
    const written: (ExecutionLine | WaitingLine)[] = []
    for (const line of taken) {
      const { execution, script } = executionOf(line)
      const { id, principal_id: profile } = execution
      if ((execution.status === 'suspended') !== (line.kind === 'waiting')) throw new AirlockError('damaged')
      seen.add(`execution ${id}`, `token of an execution ${script.token_hash}`)
      const isHere = here.ids.has(id) || here.tokens.has(script.token_hash)
      const verdict = isHere
        ? ({ verdict: 'equal' } as const)
        : line.kind === 'waiting'
          ? await compareWaiting(ports, checkWaiting(line, file), settled.profiles.get(profile), settled.arriving)
          : compareEnded(line, settled.profiles)
      if (tally.add(line.kind === 'waiting' ? 'waiting' : 'history', id, verdict) === 'write') written.push(line)
    }
    if (written.length === 0) return
    const ids = written.map((line) => executionOf(line).execution.id)
    await tx.execution.deleteMany({ where: { id: { in: ids }, ...isMovedAway } })
    await writeExecutions(tx, ports.seals, written)
  }

  async function take(line: ExportLine, bytes: number): Promise<void> {
    if (line.kind === 'credential') await settled.takeCredential(line)
    else if (line.kind === 'profile') await settled.takeProfile(line)
    else if (line.kind === 'script') {
      const { digest, language, text } = line
      if (sha256(scriptBytes(language, text)) !== digest) throw new AirlockError('damaged')
      file.scripts.add(digest)
      if (!choices) return
      await keepTexts(tx, [digest])
      await tx.script.createMany({ data: [{ digest, language, text }], skipDuplicates: true })
    } else if (line.kind === 'answer') {
      const content = Buffer.from(line.bytes, 'base64')
      if ((await sha256OfBytes(content)) !== line.hash) throw new AirlockError('damaged')
      file.answers.add(line.hash)
      if (choices) await putAnswer(tx, line.hash, content, new Date(ports.clock.now()))
    } else if (line.kind === 'execution' || line.kind === 'waiting') {
      batch.push(line)
      bytesOfBatch += bytes
      if (batch.length === batchSize || bytesOfBatch > batchBytes) await takeBatch()
    }
  }

  for await (const { line, bytes } of lines) await take(line, bytes)
  await takeBatch()
  return tally.survey()
}

/** Credentials and profiles: what is here, what comes, and what this import has written. */
function createSettled(
  tx: Prisma.TransactionClient,
  ports: Ports,
  tally: ReturnType<typeof createTally>,
  seen: ReturnType<typeof createSeen>,
  isWriting: boolean,
) {
  const ring = ports.ring()
  const approvals: Approvals = { usable: new Map(), replaced: new Map() }
  /** The names of the credentials that are here as in the file, or will be. */
  const arriving = new Set<string>()
  /** The profiles that are here, or will be, by id. `isSame`: as in the file. */
  const profiles = new Map<string, ArrivingProfile>()
  return {
    arriving,
    profiles,
    async takeCredential(line: CredentialLine): Promise<void> {
      const { name } = line
      seen.add(`credential ${name}`)
      if (isWriting) await tx.$queryRaw`select 1 from credentials where name = ${name} for update`
      const row = await tx.credential.findUnique({ where: { name } })
      const verdict = compareCredential(line, row === null ? undefined : lineOfCredential(ring, row))
      const resting = row !== null && verdict.verdict === 'differs' ? await findRestingOn(tx, row.id) : []
      const action = tally.add('credentials', name, verdict, { asks_again: resting })
      if (isSame(verdict)) arriving.add(name)
      const id = action === 'write' ? await writeCredential(tx, ports, line, row) : row?.id
      if (action === 'write' && row !== null) approvals.replaced.set(name, row.id)
      const isAsInFile = action === 'write' || verdict.verdict === 'equal'
      if (id !== undefined && isAsInFile && line.value !== null) approvals.usable.set(name, id)
    },

    async takeProfile(line: ProfileLine): Promise<void> {
      const { id, token } = line
      const tokenHash = sha256(token)
      seen.add(`profile ${id}`, `token of a profile ${tokenHash}`)
      requirePossible(line, ports.clock.now())
      if (isWriting) await tx.$queryRaw`select 1 from profiles where id = ${id} for update`
      const { row, ...here } = await findProfile(tx, ring, { id, tokenHash }, approvals.replaced)
      const verdict = compareProfile(line, here)
      if (verdict.verdict !== 'blocked') profiles.set(id, { line, isSame: isSame(verdict) })
      const action = tally.add('profiles', id, verdict, { title: line.description })
      if (action === 'write') await writeProfile(tx, ports, line, row, approvals)
    },
  }
}

/** Names of what the file has had so far. Nothing may come twice, or one line would undo another one. */
function createSeen() {
  const seen = new Set<string>()
  return {
    add(...names: readonly string[]): void {
      for (const name of names) {
        if (seen.has(name)) throw new UnacceptedLine({ kind: name, name: '' }, [['file', 'names it twice']])
        seen.add(name)
      }
    },
  }
}

/** Refuses times that no instance can have written by now. A day is left for clocks that differ. */
function requirePossible(line: ProfileLine, now: number): void {
  const { created_at, locked_at, revoked_at, expires_at, ends_unlocked } = line
  const until = Object.entries({ created_at, locked_at, revoked_at }).map(
    ([field, time]) => [field, time, now] as const,
  )
  const late = [...until, ['expires_at', ends_unlocked ? expires_at : null, now + unlockedMs] as const]
    .filter(([, time, latest]) => isLate(time, latest))
    .map(([field]) => [field, 'is too far in the future'] as const)
  if (late.length > 0) throw new UnacceptedLine({ kind: 'profile', name: line.id }, late)
}

const isLate = (time: string | null, now: number) => time !== null && Date.parse(time) > now + dayMs

/** Equal rows stay as they are, and new ones are written whatever the operator chooses. */
const isSame = ({ verdict }: Verdict) => verdict === 'new' || verdict === 'equal'

function compareEnded({ execution }: ExecutionLine, profiles: ReadonlyMap<string, ArrivingProfile>): Verdict {
  if (!profiles.has(execution.principal_id)) return { verdict: 'blocked', reason: 'no_profile' }
  // Its agent reads it as this.
  if (!SkillOutput.safeParse(execution.output).success) return { verdict: 'blocked', reason: 'unreadable' }
  return { verdict: 'new', fields: [] }
}

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
