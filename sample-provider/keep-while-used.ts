const idleMs = 5 * 60_000

/** Makes the value at its first use, and again when it was not used for five minutes: it takes memory meanwhile. */
export function keepWhileUsed<Value>(make: () => Value): () => Value {
  let kept: { readonly value: Value } | undefined
  let idle: NodeJS.Timeout | undefined
  const forget = () => {
    kept = undefined
  }
  return () => {
    clearTimeout(idle)
    idle = setTimeout(forget, idleMs).unref()
    kept ??= { value: make() }
    return kept.value
  }
}
