import type { EgressMode } from './messages.ts'

/** Whether containers can run here. `reason` and `remedy` are sentences for the operator. */
export type ContainerStatus =
  | { readonly kind: 'on'; readonly egress: EgressMode }
  | { readonly kind: 'off'; readonly reason: string; readonly remedy: string }

type Availability = {
  /** Returns the last status. Probes first if there is none yet, or if the last one is no longer valid. */
  check(): Promise<ContainerStatus>
  /** The last status, without waiting. `undefined`: there is none yet. */
  known(): ContainerStatus | undefined
  /** Reports a failure of something that worked before, so that a later check probes again, at a limited rate. */
  doubt(): void
}

type AvailabilityOptions = {
  readonly probe: () => Promise<ContainerStatus>
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** How long the result of a failed probe stays valid. */
  readonly retryMs: number
  readonly changed: (status: ContainerStatus) => void
}

/**
 * Minimum time between a probe and the next one after `doubt`, because a skill can make its container fail at will.
 */
const doubtMs = 5000

/** Probes whether the runtime works, one probe at a time. */
export function createAvailability({ probe, now, retryMs, changed }: AvailabilityOptions): Availability {
  let triedAt = Number.NEGATIVE_INFINITY
  let status: Promise<ContainerStatus> | undefined
  let last: ContainerStatus | undefined
  /** The time from which a check probes again. Undefined: the status stays valid. */
  let goodUntil: number | undefined

  const attempt = async () => {
    triedAt = now()
    const found = await probe()
    goodUntil = found.kind === 'off' ? now() + retryMs : undefined
    if (JSON.stringify(found) !== JSON.stringify(last)) changed(found)
    last = found
    return found
  }

  return {
    async check() {
      if (goodUntil !== undefined && now() >= goodUntil) {
        goodUntil = undefined
        const again = attempt()
        // A working status stays valid until the next result, so that one failed execution does not make others wait.
        if (last?.kind === 'on') void again.catch(() => {}).then(() => (status = again))
        else status = again
      }
      status ??= attempt()
      return await status
    },
    known: () => last,
    doubt() {
      goodUntil ??= triedAt + doubtMs
    },
  }
}
