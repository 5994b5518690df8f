import type { HostOp } from '../../contract/journal.ts'
import { jsonDepth, jsonValues } from '../../slices/json-depth.ts'
import { jsonBounds } from '../json-bounds.ts'
import type { GuestEnd } from '../pool/messages.ts'
import type { Pointer } from './engine.ts'
import type { Execution } from './execution.ts'
import { requestOps } from './guest/generated/request-ops.ts'
import { crashed, failed } from './guest-failure.ts'
import { guestCall } from './guest-protocol.ts'
import type { ReadGuestJson } from './json/guest-json.ts'
import type { HeapJson } from './json/heap-json.ts'
import { GuestException, type Vm } from './vm.ts'

/** Thrown to unwind the guest when its execution already has an end, so that no more of its code runs. */
export class GuestEnded extends Error {}

const ended = new GuestEnded('The execution has ended')
const maxArgumentBytes = 1024 * 1024
/**
 * Limit for the arguments of all host calls of one execution: they wait in this thread's heap, then in the main
 * thread's.
 */
const maxArgumentBytesInAll = 32 * maxArgumentBytes
const maxTextBytes = 64 * 1024

/** Handles one call of the guest's host function. */
export function guestHostCall(
  vm: Vm,
  readJson: ReadGuestJson,
  execution: Execution,
  args: readonly Pointer[],
): Pointer | undefined {
  const number = (at: number) => vm.numberOf(args[at] ?? 0)
  const text = (at: number) => vm.textOf(args[at] ?? 0, maxTextBytes) ?? '(too long)'
  const end = (outcome: GuestEnd): never => {
    execution.end = outcome
    throw ended
  }

  switch (number(0)) {
    case guestCall.request:
      return request(vm, execution, args, readJson(vm, args[3] ?? 0, maxArgumentBytes, jsonBounds.argumentValues), end)
    case guestCall.requestJson:
      return request(vm, execution, args, jsonTextOf(vm, args[3] ?? 0), end)
    case guestCall.log: {
      const line = execution.log.take(text(1), text(2))
      if (line) record(vm, execution, 0, 'console.log', JSON.stringify(line))
      return undefined
    }
    case guestCall.secret: {
      const name = text(1)
      count(execution, end)
      record(vm, execution, 0, 'secrets.get', JSON.stringify({ name }))
      const placeholder = execution.secrets.get(name)
      if (placeholder === undefined)
        return end(failed('CAPABILITY_DENIED', `the secret ${name} is not granted`, 'secrets'))
      return placeholder === null ? undefined : vm.newText(placeholder)
    }
    case guestCall.bodyText:
      return vm.newTextOf(takeBody(execution, number(1)))
    case guestCall.bodyBytes:
      return vm.newArrayBuffer(takeBody(execution, number(1)))
    case guestCall.returned: {
      const outcome = returned(readJson(vm, args[1] ?? 0, execution.outputBytes), execution)
      return outcome && end(outcome)
    }
    case guestCall.returnedJson:
      return end(returnedJson(vm, execution, args[1] ?? 0))
    case guestCall.invalid:
      return end(vm.ranOutOfMemory ? failed('OUT_OF_MEMORY', text(1)) : failed('INVALID_OUTPUT', text(1)))
    case guestCall.raised:
      return end({ kind: 'raised', code: text(1), detail: text(2), ...(args.length > 3 ? { field: text(3) } : {}) })
    case guestCall.threw:
      return end(crashed(text(1), vm))
    default:
      throw new GuestException('The guest made an unknown host call')
  }
}

type End = (outcome: GuestEnd) => never

function request(
  vm: Vm,
  execution: Execution,
  args: readonly Pointer[],
  json: HeapJson,
  end: End,
): Pointer | undefined {
  if (json.kind === 'not_plain') return vm.newNumber(1)
  const [, id = 0, operation = 0, , body = 0] = args
  const op = requestOps[vm.numberOf(operation)]
  if (!op) throw new GuestException('The guest requested an unknown operation')
  count(execution, end)
  const bytes = vm.isArrayBuffer(body) ? vm.bytesOf(body, maxArgumentBytes) : new Uint8Array()
  if (json.kind === 'too_large' || bytes === undefined) {
    return end(
      crashed(
        `the arguments of ${op} are larger than ${maxArgumentBytes / 1024} KB or nested too deeply: pass less`,
        vm,
      ),
    )
  }
  execution.argumentBytes += Buffer.byteLength(json.text) + bytes.length
  if (execution.argumentBytes > maxArgumentBytesInAll) {
    return end(failed('CAPABILITY_DENIED', `its host calls have more than ${maxArgumentBytesInAll} bytes of arguments`))
  }
  if (json.values > jsonBounds.argumentValues) {
    return end(crashed(`the arguments of ${op} have more than ${jsonBounds.argumentValues} values`, vm))
  }
  execution.waitsFor += 1
  const call = vm.numberOf(id)
  execution.requests.push(call)
  record(vm, execution, call, op, vm.isArrayBuffer(body) ? withBody(json.text, bytes) : json.text)
  return undefined
}

/** Arguments that the guest serialized with its own `JSON.stringify`. */
function jsonTextOf(vm: Vm, value: Pointer): HeapJson {
  const text = vm.textOf(value, maxArgumentBytes)
  return text === undefined || jsonDepth(text) > jsonBounds.depth
    ? { kind: 'too_large', work: 0 }
    : { kind: 'json', text, values: jsonValues(text), work: 0 }
}

function withBody(json: string, body: Uint8Array): string {
  return `${json.slice(0, -1)},"body":{"base64":"${Buffer.from(body).toString('base64')}"}}`
}

function count(execution: Execution, end: End): void {
  execution.called += 1
  if (execution.called > execution.hostCalls) {
    end(failed('CAPABILITY_DENIED', `it made more than ${execution.hostCalls} host calls`, 'host_calls'))
  }
}

function record(vm: Vm, execution: Execution, call: number, op: HostOp, args: string): void {
  execution.calls.push({ call, op, args, fuelLeft: Math.max(0, vm.fuel) })
}

function takeBody(execution: Execution, id: number): Uint8Array {
  const body = execution.bodies.get(id)
  execution.bodies.delete(id)
  execution.bodyBytes -= body?.length ?? 0
  return body ?? new Uint8Array()
}

/** `undefined`: only the guest can serialize the answer. */
function returned(read: HeapJson, execution: Execution): GuestEnd | undefined {
  switch (read.kind) {
    case 'json':
      return read.values > jsonBounds.answerValues ? tooManyValues : { kind: 'returned', json: read.text }
    case 'too_large':
      return tooLarge(execution)
    case 'not_plain':
      return undefined
  }
}

function returnedJson(vm: Vm, execution: Execution, value: Pointer): GuestEnd {
  const json = vm.textOf(value, execution.outputBytes)
  if (json === undefined) return tooLarge(execution)
  if (jsonDepth(json) > jsonBounds.depth)
    return failed('INVALID_OUTPUT', `its answer is nested deeper than ${jsonBounds.depth} levels`)
  if (json.length > jsonBounds.answerValues && jsonValues(json) > jsonBounds.answerValues) return tooManyValues
  return { kind: 'returned', json }
}

const tooManyValues = failed('OUTPUT_TOO_LARGE', `its answer has more than ${jsonBounds.answerValues} values`)

function tooLarge({ outputBytes }: Execution): GuestEnd {
  return failed('OUTPUT_TOO_LARGE', `its answer has more than ${outputBytes} bytes`)
}
