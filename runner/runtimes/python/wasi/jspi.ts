type Import = (...args: never[]) => unknown

/** JavaScript Promise Integration, which TypeScript does not know: WebAssembly that waits for promises of its host. */
const {
  Suspending,
  promising,
}: {
  readonly Module: unknown
  readonly Suspending?: new (call: Import) => Import
  readonly promising?: (call: Import) => (...args: number[]) => Promise<unknown>
} = WebAssembly

/** Whether this version of Node has it. */
export const hasSuspension = Suspending !== undefined && promising !== undefined

/** An import that suspends its caller when it returns a promise. */
export function suspending(call: Import): Import {
  if (!Suspending) throw new Error('This version of Node cannot suspend WebAssembly')
  return new Suspending(call)
}

/** An export that returns a promise, because an import may suspend it. */
export function suspended(call: Import): (...args: number[]) => Promise<unknown> {
  if (!promising) throw new Error('This version of Node cannot suspend WebAssembly')
  return promising(call)
}
