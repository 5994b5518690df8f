/** The executions that one process runs at the same time, whatever their profiles. */
export type Slots = {
  /** Waits for a slot. Those that wait get one in turn. */
  take(): Promise<Disposable>
  /** Takes up to `most` free slots, if nobody waits for one. */
  takeFree(most: number): Disposable[]
  /** Calls back whenever a slot is free and nobody waits for it. */
  onFree(callback: () => void): void
}

export function createSlots(count: number): Slots {
  const waiting: (() => void)[] = []
  const listeners: (() => void)[] = []
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
        for (const listener of listeners) listener()
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
    onFree: (callback) => void listeners.push(callback),
  }
}
