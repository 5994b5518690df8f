/** One run of `start` for all callers. A run that fails is forgotten, so that the next caller starts another. */
export function keptRun<Value>(start: () => Promise<Value>): () => Promise<Value> {
  const runs = new Map<'run', Promise<Value>>()
  return () => keptRunIn(runs, 'run', start)
}

type Runs<Key, Value> = {
  get(key: Key): Promise<Value> | undefined
  set(key: Key, run: Promise<Value>): unknown
  delete(key: Key): unknown
}

/** The same, with one run for each key of `runs`. */
export function keptRunIn<Key, Value>(runs: Runs<Key, Value>, key: Key, start: () => Promise<Value>): Promise<Value> {
  const known = runs.get(key)
  if (known !== undefined) return known
  const run = start()
  runs.set(key, run)
  run.catch(() => runs.delete(key))
  return run
}
