/** Runs what it is given, so many at once and in the order in which it came; the others wait. */
export function createTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // Its place goes to the next one as it is.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
