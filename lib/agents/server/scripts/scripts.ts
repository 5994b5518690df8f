import { createHash } from 'node:crypto'
import { LRUCache } from 'lru-cache'
import type { AuditRecord } from '#lib/platform/server/audit/audit-record.ts'
import type { Context } from '#lib/platform/server/auth/context.ts'
import { type Outcome, type Refused, refuse, refuseField } from '#lib/platform/server/http/outcome.ts'
import { answerAwaited, maxAnswerBytes, TooManyAnswers } from '#lib/skills/server/executions/answer-awaited.ts'
import { executionFormat } from '#lib/skills/server/executions/execution-format.ts'
import { logFailure } from '#lib/skills/server/executions/write-ends.ts'
import type { ExecutionId } from '#runner/contract/ids.ts'
import { ScriptLanguage } from '#runner/contract/script-language.ts'
import { sha256 } from '#runner/core/hash.ts'
import { ProfileToken } from '../../model/profile-schema.ts'
import { type AgentAuth, callerOf, checkAgentCall } from '../api/agent-call.ts'
import { requireLocked, revokedMessage } from '../profiles/profile-state.ts'
import type { Dispatcher } from './dispatcher.ts'
import { endIdle } from './end-idle.ts'
import type { ExecutionView, LlmAnswer, NewExecution, RespondedExecution } from './execution-schema.ts'
import {
  createFindExecution,
  type FoundExecution,
  idOf,
  isLaterRequest,
  llmRequest,
  refuseMoved,
  unknownExecution,
  viewOf,
} from './read-execution.ts'
import type { ScriptPorts } from './script-ports.ts'
import { type Accepted, createSubmitScript } from './submit-script.ts'

/** An agent's call about an execution. `executionToken`: the agent's id of the execution. */
export type ExecutionCall = { readonly executionToken: string; readonly headers: Headers }

/** The operations of agents on executions of their scripts. */
export type Scripts = ReturnType<typeof createScripts>

type Wait = {
  readonly ms: number
  /** The agent's last `etag`: waits until the view has another one. Absent: waits until the agent can act. */
  readonly known: string | undefined
  readonly signal: AbortSignal
}

/** A message between processes may be lost, so a waiting call reads again after this time. */
const readAgainMs = 5000
const maxIds = 20_000

type Options = ScriptPorts & {
  readonly dispatcher: Dispatcher
  readonly agentAuth: AgentAuth
  /** Aborts when this process ends. Undefined: never. */
  readonly stopping: AbortSignal | undefined
}

export function createScripts(options: Options) {
  const { db, audit, events, clock, tokens, dispatcher, agentAuth, stopping, log } = options
  const submit = createSubmitScript(options)
  const { findExecution, findByHash } = createFindExecution(options)
  /** The recorded ids of recently requested executions, by the agents' ids. */
  const ids = new LRUCache<string, string>({ max: maxIds })

  /** The execution of a call. Refuses a header with another profile's token, and executions of a revoked profile. */
  async function find({ executionToken, headers }: ExecutionCall): Promise<Outcome<FoundExecution>> {
    const caller = callerOf(headers, agentAuth)
    if (!caller.ok) return caller
    const found = await findExecution(executionToken)
    if (!found.ok) return found
    ids.set(executionToken, found.value.id)
    const named = caller.value.profileToken
    if (named !== undefined && sha256(named) !== found.value.profileTokenHash) return unknownExecution()
    return found.value.revokedAt === null ? found : refuse('FORBIDDEN', { message: revokedMessage })
  }

  const viewed = async (call: ExecutionCall) => {
    const found = await find(call)
    if (!found.ok) return found
    const view = await viewOf(options, call.executionToken, found.value)
    return { ok: true, value: { id: found.value.id, view, etag: etagOf(view) } } as const
  }

  async function read(call: ExecutionCall, wait?: Wait) {
    const { executionToken } = call
    const started = clock.monotonic()
    const signal = wait && (stopping ? AbortSignal.any([wait.signal, stopping]) : wait.signal)
    for (;;) {
      const id = ids.get(executionToken)
      // Starts to watch the execution before it reads it, so that no change is missed.
      using change = id === undefined ? undefined : events.watch(id)
      const found = await viewed(call)
      const left = wait ? wait.ms - (clock.monotonic() - started) : 0
      if (!wait || left <= 0 || signal?.aborted || !found.ok || !mustWait(found.value, wait.known)) return found
      await change?.within(Math.min(left, readAgainMs), signal)
    }
  }

  /** Ends the execution that `find` returns. Resolves when it has ended, or after `maxCancels` attempts. */
  async function end(
    executionToken: string,
    find: () => Promise<Outcome<FoundExecution>>,
  ): Promise<Outcome<ExecutionView>> {
    for (let attempts = 0; ; attempts += 1) {
      const found = await find()
      if (!found.ok) return found
      const { id, status, errorCode } = found.value
      if (attempts === maxCancels) return { ok: true, value: await viewOf(options, executionToken, found.value) }
      if (status === 'success' || status === 'error') {
        const view = await viewOf(options, executionToken, found.value)
        const moved = refuseMoved(found.value.output)
        if (moved) return moved
        if (errorCode === 'CANCELLED') return { ok: true, value: view }
        return refuse('CONFLICT', { message: `The execution has already ended: its status is ${view.status}.` })
      }
      if (status !== 'running') {
        await endIdle(options, [id], { code: 'CANCELLED', error: 'The execution was cancelled.' })
        continue
      }
      using change = events.watch(id)
      await db.scriptExecution.update({ where: { id }, data: { cancelledAt: new Date(clock.now()) } })
      events.cancel(id)
      await change.within(cancelWaitMs)
    }
  }

  /** Looks the token's hash up: the token of an execution that came from another instance is not known here. */
  async function findRecord(id: ExecutionId): Promise<Outcome<FoundExecution>> {
    const row = await db.scriptExecution.findUnique({ where: { id }, select: { tokenHash: true } })
    return row ? findByHash(row.tokenHash) : unknownExecution()
  }

  const actRow = ({ principal }: Context, action: string, subject: string, detail: AuditRecord['detail'] = {}) => ({
    at: new Date(clock.now()),
    by: principal,
    action,
    subject,
    detail,
  })

  /** Answers the request of the model that the execution waits for. `by`: the operator who answers. */
  async function answer(found: FoundExecution, given: LlmAnswer, by?: Context): Promise<Outcome<ExecutionId>> {
    const { profileId, status, concurrency } = found
    const refused = refuseMoved(found.output) ?? requireLocked(found, new Date(clock.now()))
    if (refused) return refused
    if (found.format > executionFormat) {
      const message =
        'This process of the app is older than the execution, and is about to be updated. Try again shortly.'
      return refuse('DATABASE_UNAVAILABLE', { message, retryAfterMs: updatedMs })
    }
    const asked = status === 'suspended' ? await llmRequest(options, found.id) : undefined
    if (!asked) return notAwaiting(status)
    if (given.number !== undefined && given.number !== asked.number) {
      return refuse('CONFLICT', {
        message: `The execution waits for the answer to request ${asked.number}: read its llm_request again.`,
      })
    }
    if (given.number === undefined && (await isLaterRequest(db, found.id, asked.number))) {
      const why = 'so that a late answer to an earlier request never answers this one'
      return refuseField('number', `must be the number of the llm_request from the second one on, ${why}`)
    }
    if (Buffer.byteLength(JSON.stringify(given.response ?? '')) > maxAnswerBytes) {
      return refuseField('response', 'is larger than 1 MB as JSON')
    }
    const result =
      given.error === undefined
        ? ({ kind: 'value', value: given.response ?? '' } as const)
        : ({ kind: 'rejected', name: 'Error', message: given.error } as const)
    const ports = { ...options, instanceId: options.instance.instanceId }
    const id = idOf(found)
    const unfinished = await answerAwaited(ports, id, asked.number, result, async (tx) => {
      if (by) await audit.record(tx, actRow(by, 'execution.answered', id, { seq: asked.number }))
    }).catch((cause: unknown) => {
      if (cause instanceof TooManyAnswers) return cause
      throw cause
    })
    if (unfinished instanceof TooManyAnswers) return refuseField('response', unfinished.message)
    if (!unfinished) return notAwaiting('running')
    events.changed(id)
    dispatcher.resume(unfinished, { id: profileId, concurrency }).done.catch((cause: unknown) => {
      if (logFailure(log, id, cause)) dispatcher.failed(id)
    })
    return { ok: true, value: id }
  }

  return {
    async execute(
      input: NewExecution,
      headers: Headers,
    ): Promise<Outcome<Accepted & { readonly executionToken: string }>> {
      const checked = checkAgentCall(headers, input.profile_id, agentAuth)
      if (!checked.ok) return checked
      const { profile_id: token, ...script } = input
      const tokenHash = ProfileToken.safeParse(token).success ? sha256(token) : undefined
      const accepted = await submit(script, { tokenHash })
      if (!accepted.ok) return accepted
      const executionToken = tokens.tokenOf(accepted.value.id)
      ids.set(executionToken, accepted.value.id)
      return { ok: true, value: { ...accepted.value, executionToken } }
    },

    /** Checks that the caller may access the execution, before the rest of the request is read. */
    check: find,
    /** Checks the headers of a request to execute. */
    checkHeaders: (headers: Headers): Outcome<unknown> => callerOf(headers, agentAuth),
    /** `etag` changes with the view. `wait`: waits until the view changes, or until the agent can act. */
    read,

    /** CONFLICT unless the execution waits for an answer. */
    async respond(call: ExecutionCall, given: LlmAnswer): Promise<Outcome<RespondedExecution>> {
      const found = await find(call)
      if (!found.ok) return found
      const answered = await answer(found.value, given)
      return answered.ok ? { ok: true, value: { execution_id: call.executionToken, status: 'running' } } : answered
    },

    /**
     * Resolves when the execution has ended, or after a few seconds. CONFLICT if it had already ended without being
     * cancelled.
     */
    cancel: (call: ExecutionCall): Promise<Outcome<ExecutionView>> => end(call.executionToken, () => find(call)),

    /** `cancel`, `respond` and `execute` for operators, by the recorded id. The audit trail says which operator it was. */
    async cancelRecord(context: Context, id: ExecutionId): Promise<Outcome<ExecutionView>> {
      const found = await findRecord(id)
      if (!found.ok) return found
      // Recorded first: an execution never ends by an operator whom the trail does not name.
      if (found.value.status !== 'success' && found.value.status !== 'error') {
        await db.$transaction((tx) => audit.record(tx, actRow(context, 'execution.cancelled', id)))
      }
      return end(id, () => findRecord(id))
    },

    async respondRecord(context: Context, id: ExecutionId, given: LlmAnswer): Promise<Outcome<unknown>> {
      const found = await findRecord(id)
      return found.ok ? answer(found.value, given, context) : found
    },

    /** Runs the same code again, or a changed one, as a new execution of the same profile with its present rules. */
    async rerunRecord(
      context: Context,
      id: ExecutionId,
      script?: string,
    ): Promise<Outcome<{ readonly id: ExecutionId }>> {
      const found = await db.scriptExecution.findUnique({
        where: { id },
        select: {
          language: true,
          execution: { select: { skillDigest: true } },
          profile: { select: { tokenHash: true } },
        },
      })
      if (!found?.profile) return unknownExecution()
      const { language, execution, profile } = found
      const stored =
        script === undefined ? await db.script.findUnique({ where: { digest: execution.skillDigest } }) : null
      const text = script ?? stored?.text
      if (text === undefined) return refuse('CONFLICT', { message: 'The code of this execution is no longer stored.' })
      const input = { script: text, language: ScriptLanguage.parse(language) }
      const { tokenHash } = profile
      const accepted = await submit(input, { tokenHash, rerun: { context, of: id } })
      return accepted.ok ? { ok: true, value: { id: accepted.value.id } } : accepted
    },

    /** Ends all executions of a revoked profile. */
    async endProfile(profileId: string): Promise<void> {
      events.revoked(profileId)
      const rows = await db.execution.findMany({
        where: { principalId: profileId, status: { in: ['pending', 'suspended'] } },
        select: { id: true },
      })
      await endIdle(
        options,
        rows.map(({ id }) => id),
        { code: 'CANCELLED', error: revokedMessage },
      )
    },
  }
}

/**
 * A live process ends its execution within milliseconds. The execution of a dead process ends after another process
 * takes it over.
 */
const cancelWaitMs = 1000
const maxCancels = 3
/** A process that is too old for an execution tells its agent to try again after this time. */
const updatedMs = 5_000

const etagOf = (view: ExecutionView): string =>
  `"${createHash('sha256').update(JSON.stringify(view)).digest('base64url').slice(0, 22)}"`

/** Whether there is nothing new for the agent yet. */
function mustWait({ view, etag }: { view: ExecutionView; etag: string }, known: string | undefined): boolean {
  if (known !== undefined) return known === etag && !isEnded(view)
  return view.status === 'pending' || view.status === 'running'
}

const isEnded = ({ status }: ExecutionView) => status === 'completed' || status === 'error' || status === 'timeout'

function notAwaiting(status: string): Refused {
  const message =
    status === 'pending' || status === 'running'
      ? `The execution does not wait for an answer: it is ${status}. Poll it until its status is awaiting_llm.`
      : 'The execution has ended and takes no answer.'
  return refuse('CONFLICT', { message })
}
