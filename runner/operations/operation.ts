import type { EndCause } from '../contract/end-cause.ts'
import type { EndAnswer, GuestAnswer, HostAnswer } from '../contract/host-seam.ts'
import type { ExecutionId } from '../contract/ids.ts'
import type { JournalEntry } from '../contract/journal.ts'
import type { CallContext } from '../contract/operations/call.ts'
import type { Issue } from '../contract/operations/descriptor.ts'
import {
  type Args,
  type HostOp,
  isFlag,
  operations,
  type PermissionKind,
} from '../contract/operations/host-operations.ts'
import type { Principal } from '../contract/principal.ts'
import { isObject, type Json, type SkillOutput } from '../contract/skill-io.ts'
import { hashOf } from '../core/hash.ts'
import type { Clock } from '../core/ports.ts'
import type { Grant } from '../core/skill.ts'
import type { EgressSession } from '../egress/session.ts'
import { itemsOf } from '../policy/policy-sets.ts'

/** Whose calls are answered. `call`: the id of the phone call or chat, or of the execution if there is none. */
export type CallOwner = {
  readonly execution: ExecutionId
  readonly skill: string
  readonly principal: Principal
  readonly call: string
}

/** What a step returned. `fuel_used` is in instructions, with that of its own steps. */
export type StepAnswer = { readonly fuel_used: number; readonly output: SkillOutput }

/** Runs a step. Rejects if it must run again later, because the process stops. */
export type RunStep = (args: Args['steps.run']) => Promise<StepAnswer>

/** What every operation knows of the execution. `Services`: what it needs of the app. */
export type OperationContext<Services = unknown> = {
  readonly services: Services
  readonly owner: CallOwner
  readonly grant: Grant
  readonly session: EgressSession
  readonly clock: Pick<Clock, 'now'>
  /** Declared secrets that were not granted. Reading one is a catchable error. */
  readonly withheldSecrets: readonly string[]
  /** Whether the action's effects include `act`, without which it must not change anything outside the sandbox. */
  readonly acts: boolean
  /** The phone call or chat during which the skill runs. */
  readonly call: CallContext
  /** Runs a step of the skill. Absent: the execution is not one of a skill of steps. */
  readonly runStep?: RunStep | undefined
  /** The answered host calls of earlier legs of the execution. */
  readonly past: readonly JournalEntry[]
  /** Whether the execution can wait for an answer from outside. */
  readonly canWait: boolean
  /** Milliseconds until the execution's deadline. */
  readonly leftMs: () => number
  /** Aborts when the execution ends, so that queued work is dropped. */
  readonly signal: AbortSignal
  /** Receives the skill's log lines, redacted. */
  readonly log: (level: 'debug' | 'info' | 'warn' | 'error', text: string) => void
  /** Records the use of a declared permission that was not granted. `item`: absent for boolean permissions. */
  readonly denied: (permission: PermissionKind, item?: string) => void
  /** Adds to what the execution costs. `tokens`: undefined if the model did not tell them. */
  readonly spent: (cost: { readonly bytes: number } | { readonly tokens: number | undefined }) => void
  /** Waits for one of the slots for calls in flight. Disposing the result releases the slot. */
  readonly enter: () => Promise<Disposable>
}

/** One host operation, as the seam and the journal use it. */
export type HostOperation<Context extends OperationContext = OperationContext> = {
  /** Whether a call counts against the grant's limit of host calls. */
  readonly isCounted: boolean
  readonly isAwaited: boolean
  readonly keepsArguments: boolean
  /** Whether the call is idempotent, so that it may be repeated when its answer is unknown. */
  isRepeatable(args: Json): boolean
  /** The arguments as log and journal show them. */
  shown(args: Json, redact: EgressSession['redact']): Json
  /** The URL of a request, for trace and audit. Absent: the operation sends no request. */
  readonly urlOf?: ((args: Json) => string | undefined) | undefined
  /** Restores an answer read from a database to the guest's form: in records of earlier versions, object keys are sorted. */
  restored(value: Json): Json
  /** Answers the calls of one execution. Checks permission and arguments, and never throws. */
  open(context: Context): (args: Json) => HostAnswer | Promise<HostAnswer>
}

/** What an operation does, beside its data in `runner/contract/operations`. */
type Behaviour<Op extends HostOp, Context extends OperationContext> = Partial<
  Pick<HostOperation, 'isRepeatable' | 'shown' | 'urlOf'>
> & {
  /** The answer to a call without permission. `args`: undefined if they are invalid. Absent: `barredFrom`. */
  barred?(context: Context, args: Args[Op] | undefined): HostAnswer | undefined
  /** Answers permitted calls with valid arguments. */
  open(context: Context): (args: Args[Op]) => HostAnswer | Promise<HostAnswer>
}

/** An operation from its data and its behaviour. Permission, effect and arguments are checked here, for each alike. */
export function operationOf<Op extends HostOp, Context extends OperationContext>(
  op: Op,
  { barred = ({ grant, denied }) => barredFrom(op, grant, denied), open, ...own }: Behaviour<Op, Context>,
): HostOperation<Context> {
  const { args: schema, answer, acts, repeats, isCounted, isAwaited, keepsArguments } = operations[op]
  return {
    isCounted: isCounted ?? true,
    isAwaited: isAwaited ?? true,
    keepsArguments: keepsArguments ?? false,
    // A call with invalid arguments does nothing, so repeating the call is safe.
    isRepeatable: (args) => repeats !== 'never' || !schema.safeParse(args).success,
    shown: (args, redact) => redact.json(keepsArguments === true ? args : withoutLong(args)),
    ...own,
    restored: (value) => answer.safeParse(value).data ?? value,
    open(context) {
      const answered = open(context)
      return (given) => {
        const { data, error } = schema.safeParse(given)
        const refusal = barred(context, data)
        if (refusal) return refusal
        if (acts && !context.acts)
          return end('CAPABILITY_DENIED', `${op} in an action whose effects are [read]`, 'effects')
        return error ? rejected('TypeError', `${op}: ${problemOf(op, error.issues[0])}`) : answered(data)
      }
    },
  }
}

/** In characters of JSON. Longer ones are no use in the journal, and cost the main thread a long search for secrets. */
const longestShown = 4 * 1024

/** The arguments with the hash in place of each long one. */
export function withoutLong(args: Json): Json {
  if (!isObject(args)) return args
  return Object.fromEntries(
    Object.entries(args).map(([name, value]) => {
      const text = JSON.stringify(value)
      return [name, text.length > longestShown ? { hash: hashOf(value), bytes: Buffer.byteLength(text) } : value]
    }),
  )
}

/** The answer to a call whose permission was not declared or, for a flag, withheld. The operation checks items of lists. */
function barredFrom(
  op: HostOp,
  { permissions, declared = permissions }: Grant,
  denied: OperationContext['denied'],
): HostAnswer | undefined {
  const { permission } = operations[op]
  if (permission === undefined) return undefined
  if (itemsOf(declared, permission).length === 0) {
    return end('CAPABILITY_DENIED', `${op} without ${permission.split('.')[0]} permission`, permission)
  }
  if (!isFlag(permission) || permissions[permission]) return undefined
  denied(permission)
  return rejected('CapabilityRevoked', `The permission ${permission} was withheld`)
}

function problemOf(op: HostOp, issue: Issue = { code: 'custom', path: [], message: 'are not valid' }): string {
  const { wrong, params = [] } = operations[op]
  if (typeof wrong === 'string') return wrong
  return wrong?.(issue) ?? `${issue.path.join('.') || (params[0]?.name ?? 'the arguments')}: ${issue.message}`
}

export const end = (code: EndAnswer['code'], reason: string, cause?: EndCause): EndAnswer => ({
  kind: 'end',
  code,
  reason,
  cause,
})
export const rejected = (name: string, message: string): Extract<GuestAnswer, { kind: 'rejected' }> => ({
  kind: 'rejected',
  name,
  message,
})
