import type { HostOp } from '../../contract/journal.ts'
import { jsonDepth, jsonValues } from '../../slices/json-depth.ts'
import { jsonBounds } from '../json-bounds.ts'
import type { GuestEnd } from '../pool/messages.ts'
import type { Execution } from './execution.ts'
import { crashed, failed, GuestEnded } from './guest-failure.ts'
import type { GuestVm } from './guest-vm.ts'

export const maxArgumentBytes = 1024 * 1024
/**
 * Limit for the arguments of all host calls of one execution: they wait in this thread's heap, then in the main
 * thread's.
 */
const maxArgumentBytesInAll = 32 * maxArgumentBytes

const ended = new GuestEnded('The execution has ended')

/** Ends the execution, and unwinds its guest. */
export function end(execution: Execution, outcome: GuestEnd): never {
  execution.end = outcome
  throw ended
}

type Vm = Pick<GuestVm, 'fuel' | 'ranOutOfMemory'>

/** The arguments of a host call. `undefined`: they are larger than `maxArgumentBytes`, or nested too deeply. */
export type RequestArguments = { readonly text: string; readonly values: number; readonly bytes: number } | undefined

/** Arguments that the guest serialized itself. */
export function argumentsIn(text: string | undefined): RequestArguments {
  return text === undefined || jsonDepth(text) > jsonBounds.depth
    ? undefined
    : { text, values: jsonValues(text), bytes: Buffer.byteLength(text) }
}

/** Records a host call whose answer comes later. Ends the execution if it breaks a limit. */
export function recordRequest(vm: Vm, execution: Execution, call: number, op: HostOp, args: RequestArguments): void {
  countCall(execution)
  if (args === undefined) {
    const limit = `${maxArgumentBytes / 1024} KB`
    end(execution, crashed(`the arguments of ${op} are larger than ${limit} or nested too deeply: pass less`, vm))
  }
  execution.argumentBytes += args.bytes
  if (execution.argumentBytes > maxArgumentBytesInAll) {
    const detail = `its host calls have more than ${maxArgumentBytesInAll} bytes of arguments`
    end(execution, failed('CAPABILITY_DENIED', detail))
  }
  if (args.values > jsonBounds.argumentValues) {
    end(execution, crashed(`the arguments of ${op} have more than ${jsonBounds.argumentValues} values`, vm))
  }
  execution.waitsFor += 1
  execution.requests.push(call)
  recordCall(vm, execution, call, op, args.text)
}

/** Counts a host call. Ends the execution after too many. */
function countCall(execution: Execution): void {
  execution.called += 1
  if (execution.called <= execution.hostCalls) return
  end(execution, failed('CAPABILITY_DENIED', `it made more than ${execution.hostCalls} host calls`, 'host_calls'))
}

/** `call`: 0 for a call without a later answer. */
function recordCall(vm: Vm, execution: Execution, call: number, op: HostOp, args: string): void {
  execution.calls.push({ call, op, args, fuelLeft: Math.max(0, vm.fuel) })
}

/** Records an entry of the guest's log, as far as its log has room. */
export function recordLine(vm: Vm, execution: Execution, level: string, text: string): void {
  for (const entry of execution.log.take(level, text))
    recordCall(vm, execution, 0, 'console.log', JSON.stringify(entry))
}

/** Records the use of a secret. Its placeholder; null: withheld. Ends the execution if the secret is not granted. */
export function takeSecret(vm: Vm, execution: Execution, name: string): string | null {
  countCall(execution)
  recordCall(vm, execution, 0, 'secrets.get', JSON.stringify({ name }))
  const placeholder = execution.secrets.get(name)
  if (placeholder !== undefined) return placeholder
  return end(execution, failed('CAPABILITY_DENIED', `the secret ${name} is not granted`, 'secrets'))
}

const tooManyValues = failed('OUTPUT_TOO_LARGE', `its answer has more than ${jsonBounds.answerValues} values`)

/** The end of an execution with an answer that has this many values. */
export function returned(json: string, values: number): GuestEnd {
  return values > jsonBounds.answerValues ? tooManyValues : { kind: 'returned', json }
}

/** The end of an execution with an answer that the guest serialized itself. `undefined`: it has too many bytes. */
export function returnedText(execution: Execution, json: string | undefined): GuestEnd {
  if (json === undefined) return tooLarge(execution)
  if (jsonDepth(json) > jsonBounds.depth)
    return failed('INVALID_OUTPUT', `its answer is nested deeper than ${jsonBounds.depth} levels`)
  return returned(json, json.length > jsonBounds.answerValues ? jsonValues(json) : 0)
}

export function tooLarge({ outputBytes }: Pick<Execution, 'outputBytes'>): GuestEnd {
  return failed('OUTPUT_TOO_LARGE', `its answer has more than ${outputBytes} bytes`)
}
