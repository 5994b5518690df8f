/** The tasks of each key that are in progress in this process, and limits for them. */
type TurnsByKey = {
  /** Counts a task that runs in any case, until the result is disposed. */
  count(key: string): Disposable
  /**
   * Waits until fewer than `most` tasks of the key are in progress, then counts this one. Tasks that wait go on in
   * their order. An aborted one waits no longer: it only has to end.
   */
  take(key: string, most: number, signal: AbortSignal): Promise<Disposable>
  /** The number of tasks of the key that wait. */
  waiting(key: string): number
}

type Waiting = { readonly most: number; readonly goOn: () => void }
type Line = { running: number; readonly waiting: Waiting[] }

export function createTurnsByKey(): TurnsByKey {
  const lines = new Map<string, Line>()

  function find(key: string): Line {
    const line = lines.get(key) ?? { running: 0, waiting: [] }
    lines.set(key, line)
    return line
  }

  function count(key: string): Disposable {
    const line = find(key)
    line.running += 1
    return {
      [Symbol.dispose]() {
        line.running -= 1
        const [next] = line.waiting
        if (next && line.running < next.most) next.goOn()
        else if (line.running === 0) lines.delete(key)
      },
    }
  }

  return {
    count,
    waiting: (key) => lines.get(key)?.waiting.length ?? 0,
    async take(key, most, signal) {
      const { running, waiting } = find(key)
      if (signal.aborted || (running < most && waiting.length === 0)) return count(key)
      return new Promise((resolve) => {
        const goOn = () => {
          waiting.splice(waiting.indexOf(own), 1)
          signal.removeEventListener('abort', goOn)
          resolve(count(key))
        }
        const own = { most, goOn }
        waiting.push(own)
        signal.addEventListener('abort', goOn)
      })
    },
  }
}
