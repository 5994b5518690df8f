import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { instructionsIn } from '../../contract/fuel.ts'
import type { GuestAnswer, HostAnswer } from '../../contract/host-seam.ts'
import type { RuntimeDescriptor } from '../../contract/runtimes.ts'
import { jsonOrNot } from '../../core/json-or-not.ts'
import { canRun } from '../../core/skill.ts'
import { parseJson } from '../../slices/parse-json.ts'
import { codeOfReason, isOwnEnd, raised } from '../end-codes.ts'
import type { Runtime, RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import type { Job, JobEnd } from './job.ts'
import type { HostCallMessage } from './messages.ts'
import type { Pool } from './pool.ts'

/** Longer arguments occupy this thread for a while, so the event loop gets a turn before the next call. */
const longArguments = 16 * 1024

/** Runs executions in these pools, within the limits of the runtime. */
export function runGuests(
  about: RuntimeDescriptor,
  pools: { readonly skills: Pool; readonly scripts: Pool },
): Runtime['run'] {
  const { memoryMb: maxMb = Number.POSITIVE_INFINITY } = about.limits
  return async (execution) => {
    const { skill, limits } = execution
    const { program } = skill
    if (program.kind !== 'bundle' || !canRun(about, program)) {
      const detail = 'the skill has no code for this runtime'
      return { kind: 'failed', code: 'RUNTIME_UNAVAILABLE', detail, fuelUsed: 0 }
    }
    const bounded = { ...limits, memoryMb: Math.min(limits.memoryMb, maxMb) }
    return runGuest(skill.isScript ? pools.scripts : pools.skills, program.code, { ...execution, limits: bounded })
  }
}

/**
 * Runs the bundled `code` of one execution in the pool and passes its host calls to `host`. Rejects when `host` does.
 */
export function runGuest(pool: Pool, code: string, run: RuntimeExecution): Promise<RuntimeOutcome> {
  const { limits, signal, timeLimit } = run
  const fuel = instructionsIn(limits.fuel)
  const { promise, resolve, reject } = Promise.withResolvers<RuntimeOutcome>()
  let fuelLeft = fuel
  let peakBytes = 0
  let job: Job | undefined
  /** Host calls that the host has not answered. */
  let openCalls = 0
  /** Host calls whose answers come later, from outside. */
  let heldCalls = 0
  /** Messages that the guest has not finished processing: its input, then answers. */
  let given = 1
  let isOver = false
  let dropped: Job['dropped']
  let end: JobEnd | undefined

  const used = () => ({
    fuelUsed: fuel - fuelLeft,
    ...(peakBytes === 0 ? {} : { peakMemoryBytes: peakBytes }),
  })
  const letGo = () => {
    isOver = true
    signal.removeEventListener('abort', cancel)
  }
  const finish = (last: JobEnd, canResume = false) => {
    letGo()
    const more = { ...used(), ...(canResume ? { canResume } : {}) }
    resolve(outcomeOf(last).then((outcome) => ({ ...outcome, ...more })))
  }
  const stop = (code: ErrorCode, detail: string, cause?: EndCause) => {
    if (job) pool.drop(job)
    finish({ kind: 'failed', code, detail, cause })
  }
  /** Suspends an execution that waits only for external answers. */
  const suspendWhenIdle = () => {
    if (isOver || end || heldCalls === 0 || openCalls > 0 || given > 0) return
    if (job) pool.drop(job)
    letGo()
    resolve({ kind: 'suspended', ...used() })
  }
  /** Records the lines that the guest printed before its end. Its requests are not sent any more. */
  const printLast = (calls: readonly HostCallMessage[]) => {
    for (const { op, args, fuelLeft: left } of [...unasked.splice(0), ...calls]) {
      const line = op === 'console.log' ? jsonOrNot(args) : undefined
      if (line !== undefined) run.host.call(op, line, left).catch(reject)
    }
  }
  /** Stops the guest, and ends the execution with what the guest did until then. */
  const cancel = () => {
    const last = { kind: 'failed', code: codeOfReason(signal.reason), detail: 'its signal was aborted' } as const
    letGo()
    dropped = (turn) => {
      if (turn) {
        fuelLeft = turn.fuelLeft
        peakBytes = turn.peakBytes
      }
      printLast(turn?.calls ?? [])
      finish(last)
    }
    if (job) pool.drop(job)
    else finish(last)
  }

  const { ahead = [] } = run
  const sentAhead = new Set(ahead.map(({ request }) => request))
  let requests = 0

  const takeAnswer = (call: HostCallMessage, answer: HostAnswer, isThere: boolean) => {
    openCalls -= 1
    if (isOver) return
    if (answer.kind === 'end') {
      // Counts fuel only up to the call that ended the execution: the guest's later progress depends on timing.
      fuelLeft = call.fuelLeft
      return stop(answer.code, answer.reason, answer.cause)
    }
    if (answer.kind === 'suspend') {
      heldCalls += 1
      return end && openCalls === 0 ? finish(end) : suspendWhenIdle()
    }
    // The skill's own end counts only if none of its host calls ended the execution.
    if (end) return openCalls === 0 ? finish(end) : undefined
    if (isThere || !job) return suspendWhenIdle()
    given += 1
    if (given === 1) timeLimit?.pause()
    pool.answer(job, { call: call.call, ...wireAnswer(answer) })
  }

  const ask = async (call: HostCallMessage) => {
    const args = jsonOrNot(call.args)
    if (args === undefined) return stop('SKILL_CRASHED', `the arguments of ${call.op} are not JSON`)
    const isThere = call.call === 0 || sentAhead.has(requests++)
    takeAnswer(call, await run.host.call(call.op, args, call.fuelLeft), isThere)
  }

  const fail = (cause: unknown) => {
    if (job) pool.drop(job)
    letGo()
    reject(cause)
  }

  const unasked: HostCallMessage[] = []
  let isAsking = false
  const askInOrder = async () => {
    if (isAsking) return
    isAsking = true
    for (let call = unasked.shift(); call && !isOver; call = unasked.shift()) {
      ask(call).catch(fail)
      if (call.args.length > longArguments) await turnOfTheEventLoop()
    }
    isAsking = false
  }

  if (signal.aborted) {
    cancel()
    return promise
  }
  signal.addEventListener('abort', cancel, { once: true })
  job = pool.start({
    fairKey: run.fairKey ?? '',
    message: {
      digest: run.skill.digest,
      code,
      input: JSON.stringify(run.input),
      seed: run.seed,
      nowMs: run.nowMs,
      memoryMb: limits.memoryMb,
      fuel,
      outputBytes: limits.outputKb * 1024,
      hostCalls: limits.hostCalls,
      secrets: run.secrets,
      ahead: ahead.map(({ request, answer }) => ({ request, ...copied(wireAnswer(answer)) })),
    },
    calls: (calls, left, peak) => {
      fuelLeft = left
      peakBytes = peak
      given -= 1
      if (given > 0) timeLimit?.pause()
      openCalls += calls.length
      unasked.push(...calls)
      askInOrder().catch(fail)
      // If this report comes with an end, the pool calls `ended` right after it.
      if (heldCalls > 0) queueMicrotask(suspendWhenIdle)
    },
    ...(timeLimit ? { queued: timeLimit.pause, entered: timeLimit.resume } : {}),
    ended: (last, canResume) => {
      if (isOver) return
      if (openCalls > 0 && isOwnEnd(last)) end = last
      else {
        printLast([])
        finish(last, canResume)
      }
    },
    dropped: (last) => dropped?.(last),
  })
  return promise
}

async function outcomeOf(end: JobEnd) {
  switch (end.kind) {
    case 'returned': {
      const value = await parseJson(end.json).catch(() => undefined)
      if (value !== undefined) return { kind: 'returned', value } as const
      return { kind: 'failed', code: 'INVALID_OUTPUT', detail: 'its answer is not JSON' } as const
    }
    case 'raised':
      return raised(end.code, end.detail, end.field)
    case 'failed':
      return end
  }
}

function wireAnswer(answer: GuestAnswer) {
  if (answer.kind === 'value') {
    return { fulfilled: true, json: JSON.stringify(answer.value), body: answer.body }
  }
  return { fulfilled: false, json: JSON.stringify([answer.name, answer.message]), body: undefined }
}

/** A view would send its whole buffer to the worker. */
function copied<T extends { body: Uint8Array | undefined }>(answer: T): T {
  return { ...answer, body: answer.body && Uint8Array.from(answer.body) }
}
