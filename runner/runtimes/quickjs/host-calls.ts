import { jsonBounds } from '../json-bounds.ts'
import type { Execution } from '../wasm/execution.ts'
import { crashed, failed, GuestException, neverSettles } from '../wasm/guest-failure.ts'
import {
  argumentsIn,
  end,
  maxArgumentBytes,
  type RequestArguments,
  recordLine,
  recordRequest,
  returned,
  returnedText,
  takeSecret,
  tooLarge,
} from '../wasm/host-requests.ts'
import type { Tenant } from '../wasm/instances.ts'
import type { Pointer } from './engine.ts'
import { requestOps } from './guest/generated/request-ops.ts'
import { guestCall } from './guest-protocol.ts'
import type { ReadGuestJson } from './json/guest-json.ts'
import type { HeapJson } from './json/heap-json.ts'
import type { Vm, VmImage } from './vm.ts'

export type QuickJsExecution = Execution &
  Tenant<VmImage, Vm> & {
    /** Response bodies that the guest has not read. */
    readonly bodies: Map<number, Uint8Array>
  }

const maxTextBytes = 64 * 1024

/** Handles one call of the guest's host function. */
export function guestHostCall(
  vm: Vm,
  readJson: ReadGuestJson,
  execution: QuickJsExecution,
  args: readonly Pointer[],
): Pointer | undefined {
  const number = (at: number) => vm.numberOf(args[at] ?? 0)
  const text = (at: number) => vm.textOf(args[at] ?? 0, maxTextBytes) ?? '(too long)'

  switch (number(0)) {
    case guestCall.request: {
      const json = readJson(vm, args[3] ?? 0, maxArgumentBytes, jsonBounds.argumentValues)
      return json.kind === 'not_plain' ? vm.newNumber(1) : request(vm, execution, args, argumentsOf(json))
    }
    case guestCall.requestJson:
      return request(vm, execution, args, argumentsIn(vm.textOf(args[3] ?? 0, maxArgumentBytes)))
    case guestCall.log:
      recordLine(vm, execution, text(1), text(2))
      return undefined
    case guestCall.secret: {
      const placeholder = takeSecret(vm, execution, text(1))
      return placeholder === null ? undefined : vm.newText(placeholder)
    }
    case guestCall.bodyText:
      return vm.newTextOf(takeBody(execution, number(1)))
    case guestCall.bodyBytes:
      return vm.newArrayBuffer(takeBody(execution, number(1)))
    case guestCall.returned: {
      const read = readJson(vm, args[1] ?? 0, execution.outputBytes)
      // Only the guest can serialize such an answer.
      if (read.kind === 'not_plain') return undefined
      return end(execution, read.kind === 'json' ? returned(read.text, read.values) : tooLarge(execution))
    }
    case guestCall.returnedJson:
      return end(execution, returnedText(execution, vm.textOf(args[1] ?? 0, execution.outputBytes)))
    case guestCall.invalid:
      return end(execution, failed(vm.ranOutOfMemory ? 'OUT_OF_MEMORY' : 'INVALID_OUTPUT', text(1)))
    case guestCall.raised: {
      const field = args.length > 3 ? { field: text(3) } : {}
      return end(execution, { kind: 'raised', code: text(1), detail: text(2), ...field })
    }
    case guestCall.slept:
      execution.nowMs += number(1)
      return undefined
    case guestCall.unsettled:
      return end(execution, crashed(neverSettles, vm))
    case guestCall.threw:
      return end(execution, crashed(text(1), vm))
    default:
      throw new GuestException('The guest made an unknown host call')
  }
}

function argumentsOf(json: Exclude<HeapJson, { kind: 'not_plain' }>): RequestArguments {
  return json.kind === 'json'
    ? { text: json.text, values: json.values, bytes: Buffer.byteLength(json.text) }
    : undefined
}

function request(
  vm: Vm,
  execution: QuickJsExecution,
  args: readonly Pointer[],
  given: RequestArguments,
): Pointer | undefined {
  const [, id = 0, operation = 0, , body = 0] = args
  const op = requestOps[vm.numberOf(operation)]
  if (!op) throw new GuestException('The guest requested an unknown operation')
  recordRequest(vm, execution, vm.numberOf(id), op, given && withBody(vm, given, body))
  return undefined
}

/** Adds a body, which the guest passes as an ArrayBuffer. */
function withBody(vm: Vm, given: NonNullable<RequestArguments>, body: Pointer): RequestArguments {
  const bytes = vm.isArrayBuffer(body) ? vm.bytesOf(body, maxArgumentBytes) : new Uint8Array()
  if (!bytes) return undefined
  const { text } = given
  // The guest pays for this second look, as it did in every recorded execution.
  const isGiven = vm.isArrayBuffer(body)
  const whole = isGiven ? `${text.slice(0, -1)},"body":{"base64":"${Buffer.from(bytes).toString('base64')}"}}` : text
  return { ...given, text: whole, bytes: given.bytes + bytes.length }
}

function takeBody(execution: QuickJsExecution, id: number): Uint8Array {
  const body = execution.bodies.get(id)
  execution.bodies.delete(id)
  execution.heldBytes -= body?.length ?? 0
  return body ?? new Uint8Array()
}
