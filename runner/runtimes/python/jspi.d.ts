/** JavaScript Promise Integration: WebAssembly that is suspended while a promise of its host is pending. */
declare namespace WebAssembly {
  /** Makes an import that suspends its caller when it returns a promise. */
  const Suspending: new (call: (...args: never[]) => unknown) => (...args: never[]) => unknown
  /** An export that returns a promise, and may be suspended. */
  function promising(call: (...args: number[]) => unknown): (...args: number[]) => Promise<unknown>
}
