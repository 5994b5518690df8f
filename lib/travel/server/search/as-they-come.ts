/** Yields the values of promises that never reject, in the order in which they settle. */
export async function* asTheyCome<Value>(promises: readonly Promise<Value>[]): AsyncGenerator<Value> {
  const pending = new Map(promises.map((promise, index) => [index, promise.then((value) => ({ index, value }))]))
  while (pending.size > 0) {
    const { index, value } = await Promise.race(pending.values())
    pending.delete(index)
    yield value
  }
}
