/** Decides for retried work whether to log a failure. */
type Outage = {
  /** False for a reason that was already reported in this outage. */
  isNew(reason: string): boolean
  /** Called when the work succeeds. True if this ends an outage. */
  end(): boolean
}

/** Lets a retried failure be logged once for each reason, instead of once for each attempt. */
export function createOutage(): Outage {
  const reported = new Set<string>()
  return {
    isNew(reason) {
      const isNew = !reported.has(reason)
      reported.add(reason)
      return isNew
    },
    end() {
      const isOver = reported.size > 0
      reported.clear()
      return isOver
    },
  }
}
