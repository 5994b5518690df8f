import { createGroupRead } from '#lib/platform/server/db/batches.ts'
import type { Execution, Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, type Refused, refuse, refuseBecause } from '#lib/platform/server/http/outcome.ts'
import { ErrorCode, sentenceOf } from '#runner/contract/errors.ts'
import { blamed, blames } from '#runner/contract/faults.ts'
import { instructionsPerUnit } from '#runner/contract/fuel.ts'
import { ExecutionId } from '#runner/contract/ids.ts'
import { LongArgs } from '#runner/contract/journal.ts'
import { LlmArgs, PredictArgs } from '#runner/contract/operations/llm.ts'
import { SkillOutput } from '#runner/contract/skill-io.ts'
import type { ProfileState } from '../profiles/profile-state.ts'
import { type EndPorts, endIdle } from './end-idle.ts'
import type { ExecutionStatus, ExecutionView } from './execution-schema.ts'
import { isExecutionToken } from './execution-token.ts'
import type { ScriptPorts } from './script-ports.ts'
import { defaultConcurrency } from './script-profile.ts'

/** An execution of a script with the profile that it belongs to. */
export type FoundExecution = {
  readonly id: string
  readonly profileId: string
  readonly executionMs: number
  readonly llmDeadline: Date | null
  readonly status: Execution['status']
  readonly errorCode: string | null
  readonly output: unknown
  readonly fuelUsed: bigint | null
  /** Above `executionFormat`: only a process of a newer version may go on with it. */
  readonly format: number
  /** The hash of the profile's token. */
  readonly profileTokenHash: string
  /** The most concurrent executions of the profile. */
  readonly concurrency: number
} & ProfileState

export const unknownExecution = () =>
  refuse('NOT_FOUND', {
    message: 'There is no execution with this id. Check it, or start one with POST /execute.',
  })

type Ports = Pick<ScriptPorts, 'db' | 'tokens' | 'answers'>

/** Finds an execution by the id that its agent has. */
type FindExecution = (executionToken: string) => Promise<Outcome<FoundExecution>>

/** Agents poll often, so concurrent calls share a query. `findByHash`: by the hash of the agent's id. */
export function createFindExecution({ db, tokens }: Pick<Ports, 'db' | 'tokens'>) {
  const read = createGroupRead((hashes: readonly string[]) => readRows(db, hashes))
  async function findByHash(hash: string): Promise<Outcome<FoundExecution>> {
    const row = await read(hash)
    if (row === undefined) return unknownExecution()
    const isOver = row.status === 'success' || row.status === 'error'
    if (isOver && row.output === null) {
      return refuse('NOT_FOUND', { message: 'This execution is so old that its result was deleted. Run it again.' })
    }
    return { ok: true, value: row }
  }
  const findExecution: FindExecution = async (executionToken) =>
    isExecutionToken(executionToken) ? findByHash(tokens.hashOf(executionToken)) : unknownExecution()
  return { findExecution, findByHash }
}

async function readRows(db: Ports['db'], hashes: readonly string[]) {
  const rows = await db.sql.$queryRaw<(FoundExecution & { readonly hash: string })[]>`
    select s.token_hash as hash, s.id, s.profile_id as "profileId", s.execution_ms as "executionMs",
      s.llm_deadline as "llmDeadline", e.status::text, e.error_code as "errorCode", e.output,
      e.fuel_used as "fuelUsed", e.format, p.token_hash as "profileTokenHash", p.locked_at as "lockedAt",
      p.expires_at as "expiresAt", p.revoked_at as "revokedAt",
      coalesce((p.limits ->> 'concurrency')::int, ${defaultConcurrency}::int) as concurrency
    from script_executions s
    join executions e on e.id = s.id
    join profiles p on p.id = s.profile_id
    where s.token_hash = any(${[...hashes]}::text[])`
  return new Map(rows.map((row) => [row.hash, row]))
}

/** The execution as its agent sees it. */
export async function viewOf(ports: Ports, executionToken: string, found: FoundExecution): Promise<ExecutionView> {
  const about = { execution_id: executionToken }
  switch (found.status) {
    case 'pending':
    case 'running':
      return { ...about, status: found.status }
    case 'suspended': {
      const asked = await llmRequest(ports, found.id)
      // The request was answered after the row was read.
      if (!asked) return { ...about, status: 'running' }
      const [earliest] = [found.llmDeadline, found.expiresAt].filter((at) => at !== null).sort((a, b) => +a - +b)
      const expires_at = earliest?.toISOString() ?? null
      return { ...about, status: 'awaiting_llm', llm_request: asked, expires_at }
    }
    case 'success':
    case 'error':
      return endedView(about, found)
  }
}

export function statusOf({ status, errorCode }: Pick<Execution, 'status' | 'errorCode'>): ExecutionStatus {
  switch (status) {
    case 'pending':
    case 'running':
      return status
    case 'suspended':
      return 'awaiting_llm'
    case 'success':
      return 'completed'
    case 'error':
      return errorCode === 'TIMEOUT' ? 'timeout' : 'error'
  }
}

const noResult = 'The script set no result: call set_result(data) with it.'

function endedView(about: { execution_id: string }, found: FoundExecution): ExecutionView {
  const output = SkillOutput.parse(found.output)
  const report = output.status === 'requires_confirmation' ? undefined : output.script
  const printed = {
    stdout: report?.stdout ?? '',
    stderr: report?.stderr ?? '',
    execution_time_ms: found.executionMs,
    fuel: Number(found.fuelUsed ?? 0n) / instructionsPerUnit,
  }
  if (output.status === 'success') {
    const [first] = output.results
    const notices = [...(first === undefined ? [noResult] : []), output.message].filter((text) => text !== undefined)
    const notice = notices.length === 0 ? {} : { notice: notices.join(' ') }
    return { ...about, status: 'completed', result: first?.result ?? null, ...notice, ...printed }
  }
  const code = ErrorCode.catch('INTERNAL').parse(found.errorCode)
  const { fault, reason } = output.status === 'error' ? blamed(output.error) : { ...blames[code], reason: undefined }
  return {
    ...about,
    status: code === 'TIMEOUT' ? 'timeout' : 'error',
    error: [report?.error ?? sentenceOf(code, { skill: 'script' }), report?.remedy].filter(Boolean).join(' '),
    error_code: code,
    ...(reason === undefined ? {} : { reason }),
    fault,
    ...(report?.line === undefined ? {} : { error_line: report.line }),
    ...printed,
  }
}

const llmOps = { in: ['llm.complete', 'llm.predict'] }

/** Whether the execution asked a model before the request with this number, or has an answer to a later one. */
export async function isLaterRequest(db: Ports['db'], executionId: string, number: number): Promise<boolean> {
  const other = await db.journalEntry.findFirst({
    where: { executionId, op: llmOps, seq: { not: number }, NOT: { result: { path: ['kind'], equals: 'awaited' } } },
    select: { seq: true },
  })
  return other !== null
}

/** The first request to the agent's model that has no answer yet. */
export async function llmRequest({ db, answers }: Omit<Ports, 'tokens'>, executionId: string) {
  const call = await db.journalEntry.findFirst({
    where: { executionId, op: llmOps, result: { path: ['kind'], equals: 'awaited' } },
    orderBy: { seq: 'asc' },
    select: { seq: true, op: true, args: true },
  })
  if (!call) return undefined
  // A large prompt is stored with the large answers instead of in the journal.
  const stored = LongArgs.safeParse(call.args)
  const bytes = stored.success ? (await answers.get([stored.data.hash])).get(stored.data.hash) : undefined
  const args = (call.op === 'llm.predict' ? PredictArgs : LlmArgs).safeParse(
    bytes ? JSON.parse(Buffer.from(bytes).toString('utf8')) : call.args,
  )
  return { number: call.seq, prompt: args.data?.prompt ?? '', model: args.data?.model ?? 'default' }
}

export const idOf = ({ id }: FoundExecution): ExecutionId => ExecutionId.parse(id)

const code = 'CANCELLED'
const reason = 'moved_away'

/** The executions that ended here because an export moved them to another instance. */
export const isMovedAway = {
  errorCode: code,
  output: { path: ['error', 'reason'], equals: reason },
} satisfies Prisma.ExecutionWhereInput

/**
 * Ends executions that wait for a model, because they go on at another instance. One that went on meanwhile has another
 * seal and is not among the ended ones. `alsoStore` belongs to the same transaction, and undoes it by throwing.
 */
export const endMovedAway = (
  ports: EndPorts,
  { ids, seals }: { readonly ids: readonly string[]; readonly seals: readonly string[] },
  to: string,
  alsoStore: (tx: Prisma.TransactionClient, ended: readonly string[]) => Promise<unknown>,
) =>
  endIdle(
    ports,
    ids,
    { code, error: sentenceFor(to), more: { reason, fault: 'caller', details: { moved_to: to } }, seals },
    alsoStore,
  )

/** The refusal for an execution that was moved: it says where to. Undefined: it was not moved. */
export function refuseMoved(output: unknown): Refused | undefined {
  const read = SkillOutput.safeParse(output).data
  if (read?.status !== 'error' || read.error.reason !== reason) return undefined
  const { moved_to: to = 'another instance' } = read.error.details ?? {}
  const { error } = refuseBecause(reason)
  return { ok: false, error: { ...error, message: sentenceFor(to), details: { moved_to: to } } }
}

const sentenceFor = (to: string) => `The execution was moved to ${to}: go on there, with the same ids.`
