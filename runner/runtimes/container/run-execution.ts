import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import { instructionsIn } from '../../contract/fuel.ts'
import type { HostAnswer } from '../../contract/host-seam.ts'
import type { HostOp } from '../../contract/journal.ts'
import type { Json } from '../../contract/skill-io.ts'
import { hostOperations } from '../../operations/host-operations.ts'
import { codeOfReason, isOwnEnd } from '../end-codes.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import type { SkillImage } from './create-skill-images.ts'
import { harnessOf } from './harnesses.ts'
import type { ContainerEnd, ContainerRun, EgressMode, LogLine } from './messages.ts'
import { readOutput } from './output/read-output.ts'
import type { ContainerTicket, WorkerLink } from './worker-link.ts'

/** No interpreter starts with less. (Docker requires at least 6 MB.) */
const minMb = 16
/** The container ends itself this long after the execution's time limit, in case the runtime does not. */
const graceMs = 5000

/** Describes the container for an execution: its limits, its input and its network access. */
export function containerRunOf(
  execution: RuntimeExecution,
  { tag, command }: SkillImage,
  egress: EgressMode,
): ContainerRun {
  const { skill, limits } = execution
  const harness = harnessOf(skill)
  return {
    id: execution.id,
    image: tag,
    ...(execution.fairKey === undefined ? {} : { fairKey: execution.fairKey }),
    ...(command === undefined ? {} : { command: [...command] }),
    egress,
    hasHarness: harness !== undefined,
    memoryMb: harness ? limits.memoryMb + harness.memoryMb : Math.max(limits.memoryMb, minMb),
    cpus: limits.cpus,
    outputBytes: limits.outputKb * 1024 + (harness?.frame.bytes ?? 0),
    lifetimeMs: limits.timeoutMs + graceMs,
    hosts: [...execution.hosts],
    secrets: { ...execution.secrets },
    stdin: `${JSON.stringify(harness ? { ...execution.input, _travel: conditionsOf(execution) } : execution.input)}\n`,
  }
}

/**
 * What a harness gets in addition to the input: the same clock, randomness and placeholders as in every runtime, and
 * the text of a script.
 */
function conditionsOf({ skill: { program, isScript }, seed, nowMs, secrets }: RuntimeExecution) {
  const script = isScript && program.kind === 'bundle' ? { script: program.code } : {}
  return { seed: Buffer.from(seed, 'hex').toString('base64'), now_ms: nowMs, secrets, ...script }
}

/** Limit for the arguments of all host calls of one execution: they wait in memory that all executions share. */
const maxArgumentBytes = 32 * 1024 * 1024

type Excess = { readonly detail: string; readonly cause?: EndCause }

/**
 * Limits the host calls of one execution, and tells why a call exceeds that. It does not count log lines, which the host
 * limits.
 */
function callBudget(hostCalls: number): (op: HostOp, args: Json) => Excess | undefined {
  let calls = 0
  let bytes = 0
  return (op, args) => {
    if (!hostOperations[op].isCounted) return undefined
    calls += 1
    if (calls > hostCalls) return { detail: `it made more than ${hostCalls} host calls`, cause: 'host_calls' }
    bytes += JSON.stringify(args).length
    return bytes > maxArgumentBytes
      ? { detail: `its host calls have more than ${maxArgumentBytes} bytes of arguments` }
      : undefined
  }
}

export type RunEnd =
  | { readonly kind: 'outcome'; readonly outcome: RuntimeOutcome }
  /** The image is missing; nothing has run. */
  | { readonly kind: 'no_image'; readonly detail: string }

/** How long a dropped container may still deliver its program's log lines. */
const lastWordsMs = 250

/**
 * Runs one execution in one container, and passes its host calls to `host`. Fuel is not counted: every call reports
 * the full fuel, and only time is limited. `gone` is called when the container no longer exists. Rejects when `host`
 * does.
 */
export function runExecution(
  link: WorkerLink,
  execution: RuntimeExecution,
  run: ContainerRun,
  gone: () => void,
): Promise<RunEnd> {
  const { skill, limits, host, signal } = execution
  const fuelLeft = instructionsIn(limits.fuel)
  const { promise, resolve, reject } = Promise.withResolvers<RunEnd>()
  let ticket: ContainerTicket | undefined
  /** Set when the runtime ends the execution; from then on, only log lines from the container count. */
  let verdict: RunEnd | undefined
  let lastWords: NodeJS.Timeout | undefined
  /** Host calls that the host has not answered. */
  let openCalls = 0
  /** Host calls whose answers come later, from outside. */
  let heldCalls = 0
  let ended: { readonly end: ContainerEnd; readonly lines: readonly LogLine[] } | undefined
  let isOver = false
  /** Whether the last answer refused a permission that was withheld. */
  let isWithheld = false
  const excessOf = callBudget(limits.hostCalls)

  const letGo = () => {
    isOver = true
    clearTimeout(lastWords)
    signal.removeEventListener('abort', cancel)
    ticket?.drop()
  }
  const settle = (end: RunEnd, lines: readonly LogLine[]) => {
    if (isOver) return
    letGo()
    // Printed lines come after all host calls, in the journal as well, so that the order is always the same.
    Promise.all(lines.map((line) => host.call('console.log', line, fuelLeft))).then(() => resolve(end), reject)
  }

  const stop = (code: ErrorCode, detail: string, cause?: EndCause) => {
    if (verdict || isOver) return
    const end = failed(code, detail, cause)
    verdict = end
    if (ended) return settle(end, ended.lines)
    ticket?.drop()
    lastWords = setTimeout(() => settle(end, []), lastWordsMs)
  }
  const cancel = () => stop(codeOfReason(signal.reason), 'its signal was aborted')

  const answerCall = async (call: number, op: HostOp, args: Json) => {
    const excess = excessOf(op, args)
    if (excess !== undefined) return stop('CAPABILITY_DENIED', excess.detail, excess.cause)
    openCalls += 1
    const answer: HostAnswer = await host.call(op, args, fuelLeft)
    openCalls -= 1
    if (isOver || verdict) return
    if (answer.kind === 'end') return stop(answer.code, answer.reason, answer.cause)
    if (answer.kind === 'suspend') heldCalls += 1
    isWithheld = answer.kind === 'rejected' && answer.name === 'CapabilityRevoked'
    ticket?.answer(call, answer)
    // The program's own end counts only if none of its host calls ended the execution.
    if (ended && openCalls === 0) finish(ended)
  }

  const outcomeOf = async (text: string): Promise<RuntimeOutcome> => ({
    ...(await readOutput(text, {
      harness: harnessOf(skill),
      outputBytes: limits.outputKb * 1024,
      mayWait: heldCalls > 0,
    })),
    fuelUsed: 0,
  })

  const finish = ({ end, lines }: NonNullable<typeof ended>): unknown => {
    switch (end.kind) {
      case 'output':
        return outcomeOf(end.text).then(
          // A suspended program prints its lines again when it is rerun.
          (outcome) => settle({ kind: 'outcome', outcome }, outcome.kind === 'suspended' ? [] : lines),
          fail,
        )
      case 'failed':
        // A program that does not catch the refusal dies of it, with an exit code only.
        return settle(
          failed(isWithheld && end.code === 'SKILL_CRASHED' ? 'CAPABILITY_REVOKED' : end.code, end.detail),
          lines,
        )
      case 'no_image':
        return settle(end, [])
    }
  }

  const fail = (cause: unknown) => {
    letGo()
    reject(cause)
  }

  if (signal.aborted) {
    gone()
    return Promise.resolve(failed(codeOfReason(signal.reason), 'its signal was aborted'))
  }
  signal.addEventListener('abort', cancel, { once: true })
  ticket = link.run(run, {
    call: (call, op, args) => {
      if (!isOver && !verdict) answerCall(call, op, args).catch(fail)
    },
    stopped: stop,
    ended: (end, lines) => {
      ended = { end, lines }
      if (verdict) settle(verdict, lines)
      else if (openCalls === 0 || !isOwnEnd(end)) finish(ended)
    },
    gone,
  })
  return promise
}

function failed(code: ErrorCode, detail: string, cause?: EndCause): RunEnd {
  return { kind: 'outcome', outcome: { kind: 'failed', code, detail, cause, fuelUsed: 0 } }
}
