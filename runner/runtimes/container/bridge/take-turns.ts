/** Runs jobs in the order of their arrival, at most `atOnce` at the same time; the others wait. */
export function createTurns(atOnce: number): <Result>(work: () => Promise<Result>) => Promise<Result> {
  const waiting: (() => void)[] = []
  let running = 0

  return async (work) => {
    if (running < atOnce) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await work()
    } finally {
      // The slot passes directly to the next job.
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
