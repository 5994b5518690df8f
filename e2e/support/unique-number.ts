let given = 0

/** A number that no other test of this run gets; each worker process has five hundred of its own. */
export const uniqueNumber = (): number => Number(process.env.TEST_WORKER_INDEX ?? 0) * 500 + given++
