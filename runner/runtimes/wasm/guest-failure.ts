import type { EndCause } from '../../contract/end-cause.ts'
import type { ErrorCode } from '../../contract/errors.ts'
import type { GuestVm } from './guest-vm.ts'

/** The guest threw an error that no guest code caught. */
export class GuestException extends Error {
  override readonly name = 'GuestException'
}

/** The engine refused memory to the host during a call. */
export class GuestOutOfMemory extends Error {
  override readonly name = 'GuestOutOfMemory'
}

/** Thrown to unwind the guest when its execution already has an end, so that no more of its code runs. */
export class GuestEnded extends Error {}

/** How the platform ended a guest. `detail` is for the log. */
export type GuestFailure = {
  readonly kind: 'failed'
  readonly code: ErrorCode
  readonly detail: string
  readonly cause?: EndCause | undefined
}

export function failed(code: ErrorCode, detail: string, cause?: EndCause): GuestFailure {
  return { kind: 'failed', code, detail, cause }
}

/** The text for a guest that waits although nothing can happen any more. */
export const neverSettles = 'it waits for a promise that never settles'

type Vm = Pick<GuestVm, 'fuel' | 'ranOutOfMemory'>

/** Classifies an error thrown out of the guest. Rethrows an error that a guest cannot cause. */
export function failureOf(error: unknown, vm: Vm): GuestFailure {
  if (vm.fuel < 0) return failed('OUT_OF_FUEL', 'used up its fuel')
  if (error instanceof GuestOutOfMemory) return failed('OUT_OF_MEMORY', error.message)
  if (error instanceof GuestException) return crashed(error.message, vm)
  if (error instanceof WebAssembly.RuntimeError) return crashed(textOfTrap(error.message), vm)
  if (error instanceof RangeError) return crashed(tooDeep, vm)
  throw error
}

const tooDeep = 'the interpreter ran out of stack: the recursion is too deep'

/** What a trap of the engine means to the author of a program. */
function textOfTrap(message: string): string {
  switch (message) {
    case 'unreachable':
      return 'the interpreter aborted, as os.abort() makes it do'
    case 'memory access out of bounds':
      return tooDeep
    default:
      return `the interpreter stopped: ${message}`
  }
}

/** After a refused allocation, any crash counts as out of memory, however the skill reported it. */
export function crashed(detail: string, vm: Pick<Vm, 'ranOutOfMemory'>): GuestFailure {
  return failed(vm.ranOutOfMemory ? 'OUT_OF_MEMORY' : 'SKILL_CRASHED', detail)
}
