/** Limits the executions that one process runs at the same time, for all profiles together. */
export type Slots = {
  /** Waits for a slot. Waiting callers get slots in their order. */
  take(): Promise<Disposable>
  /** Takes up to `most` free slots. Takes none while a call of `take` waits. */
  takeFree(most: number): Disposable[]
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  let free = count

  const slot = (): Disposable => {
    let isHeld = true
    return {
      [Symbol.dispose]() {
        if (!isHeld) return
        isHeld = false
        const next = waiting.shift()
        if (next) return next()
        free += 1
      },
    }
  }

  return {
    async take() {
      if (free > 0) free -= 1
      else await new Promise<void>((resolve) => waiting.push(resolve))
      return slot()
    },
    takeFree(most) {
      const taken = Math.min(most, free)
      free -= taken
      return Array.from({ length: taken }, slot)
    },
  }
}
