import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { PlatformPorts } from '#lib/platform/server/ports.ts'
import { ConfirmationId, newId } from '#runner/contract/ids.ts'
import type { Source } from '#runner/contract/principal.ts'
import { SkillInput, SkillOutput } from '#runner/contract/skill-io.ts'
import type { Clock, Seal } from '#runner/core/ports.ts'
import {
  type Confirmation,
  type ConfirmationSubject,
  type Confirmations,
  inputHashOf,
  judge,
  judgeNo,
  type Question,
  type QuestionedCall,
  type Settled,
  validMs,
} from '#runner/run/confirm.ts'
import { wholeOutput } from '../executions/stored-results.ts'

type ConfirmationPorts = Pick<PlatformPorts, 'db' | 'audit' | 'randomBytes'> & {
  readonly clock: Clock
  /** Encrypts the inputs, which contain text of the caller. */
  readonly seal: Pick<Seal, 'close'>
}

export type KeptConfirmations = Confirmations & {
  /** Deletes expired questions. Returns their number. */
  removeExpired(): Promise<number>
}

/** Stores questions in the database. Locks the questions about a call while it is judged, so that one answer counts. */
export function createConfirmations({ db, audit, clock, randomBytes, seal }: ConfirmationPorts): KeptConfirmations {
  /** Closes open questions with an answer, which is remembered as long as a question is open. */
  async function close(tx: Transaction, questions: readonly Question[], answer: 'given' | 'declined', source: Source) {
    const now = clock.now()
    const closed = await tx.confirmation.updateMany({
      where: { id: { in: questions.map(({ id }) => id) }, usedAt: null },
      data: { usedAt: new Date(now), answer, expiresAt: new Date(now + validMs) },
    })
    if (closed.count !== questions.length) throw new Error('a question was answered although it was locked')
    await audit.record(tx, ...questions.map((one) => rowOf(`confirmation.${answer}`, one.id, { ...one, source }, now)))
  }

  async function ask(
    tx: Transaction,
    { digest, action, inputHash, principalId, source, prompt, skill, version, input }: ConfirmationSubject,
    { askedAt, expiresAt, unnamedFrom }: Pick<Question, 'askedAt' | 'expiresAt' | 'unnamedFrom'>,
  ): Promise<Confirmation> {
    const id = newId('conf', randomBytes)
    const call = { digest, action, inputHash, principalId }
    const sealedInput = seal.close(JSON.stringify(input), id)
    const times = {
      createdAt: new Date(askedAt),
      expiresAt: new Date(expiresAt),
      unnamedFrom: new Date(unnamedFrom),
    }
    await tx.confirmation.create({ data: { id, ...call, skill, version, sealedInput, prompt, ...times } })
    await audit.record(tx, rowOf('confirmation.asked', id, { ...call, source }, askedAt))
    return { id, prompt }
  }

  return {
    arrival: () => clock.now(),
    async settle(subject, answer, arrival) {
      const { digest, action, inputHash, principalId, source } = subject
      return db.$transaction(async (tx): Promise<Settled> => {
        const about = { digest, action, inputHash, principalId }
        const questions = await lock(tx, answer.named === undefined ? [about] : [about, { id: answer.named }])
        const verdict = judge(questions, subject, answer, { arrival, now: clock.now() })
        switch (verdict.kind) {
          case 'yes':
            await close(tx, verdict.closes, 'given', source)
            return { kind: 'agreed' }
          case 'no':
            await close(tx, verdict.closes, 'declined', source)
            return { kind: 'refused', reason: 'question_declined' }
          case 'waits':
            return { kind: 'asks', confirmation: verdict.confirmation }
          case 'asks':
            return { kind: 'asks', confirmation: await ask(tx, subject, verdict.question) }
          case 'done': {
            const { id, askedAt } = verdict.question
            await tx.confirmation.update({ where: { id }, data: { expiresAt: new Date(clock.now() + validMs) } })
            return { kind: 'done', since: askedAt }
          }
          case 'refused':
            return verdict
        }
      })
    },
    async resultOf({ principalId, digest, action, inputHash }, since) {
      const rows = await db.execution.findMany({
        where: { principalId, skillDigest: digest, action, startedAt: { gte: new Date(since - skewMs) } },
        orderBy: { startedAt: 'desc' },
        take: maxSearched,
        select: { input: true, output: true },
      })
      const ran = rows.find(({ input }) => {
        const { data } = SkillInput.safeParse(input)
        return data !== undefined && inputHashOf(data) === inputHash
      })
      return SkillOutput.safeParse(await wholeOutput(db.sql, ran?.output)).data
    },
    async decline(id, { id: principalId, source }) {
      return db.$transaction(async (tx) => {
        const [question] = await lock(tx, [{ id }])
        const verdict = judgeNo(question, principalId, clock.now())
        if (verdict.kind === 'refused') return verdict.reason
        await close(tx, verdict.closes, 'declined', source)
        return undefined
      })
    },
    async removeExpired() {
      const { count } = await db.confirmation.deleteMany({ where: { expiresAt: { lt: new Date(clock.now()) } } })
      return count
    },
  }
}

/** The clocks of the processes and of the database differ by less. */
const skewMs = 1000
/** How many executions of the same action since a yes are searched for the one that it ran. */
const maxSearched = 50

type Transaction = Prisma.TransactionClient

/**
 * Reads the questions that match one of `where`, and locks them until the transaction ends: concurrent answers to them
 * wait. Locks them in the order of their ids, so that no two transactions wait for each other.
 */
async function lock(tx: Transaction, where: readonly Prisma.ConfirmationWhereInput[]): Promise<readonly Question[]> {
  const found = await tx.confirmation.findMany({ where: { OR: [...where] }, select: { id: true } })
  const ids = found.map(({ id }) => id)
  await tx.$queryRaw`select id from confirmations where id = any(${ids}) order by id for update`
  const rows = await tx.confirmation.findMany({ where: { id: { in: ids } } })
  return rows.map(questionOf)
}

/** A stored question as the rule sees it. */
export function questionOf(row: Prisma.ConfirmationModel): Question {
  const { id, digest, action, inputHash, principalId, prompt, createdAt, expiresAt, unnamedFrom, usedAt, answer } = row
  return {
    id: ConfirmationId.parse(id),
    digest,
    action,
    inputHash,
    principalId,
    prompt,
    askedAt: createdAt.getTime(),
    expiresAt: expiresAt.getTime(),
    unnamedFrom: (unnamedFrom ?? expiresAt).getTime(),
    answer: usedAt === null ? undefined : (answer ?? 'given'),
  }
}

type AskedBy = QuestionedCall & { readonly source: Source }

function rowOf(
  event: 'confirmation.asked' | 'confirmation.given' | 'confirmation.declined',
  id: string,
  { digest, action, inputHash, principalId, source }: AskedBy,
  at: number,
): AuditRecord {
  return {
    at: new Date(at),
    by: { id: principalId, source },
    action: event,
    subject: id,
    detail: { principal: principalId, digest, action, input: inputHash },
  }
}
