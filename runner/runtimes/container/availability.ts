import type { EgressMode } from './messages.ts'

/** Whether containers can be run here. `reason` and `remedy` are sentences for the operator. */
export type ContainerStatus =
  | { readonly kind: 'on'; readonly egress: EgressMode }
  | { readonly kind: 'off'; readonly reason: string; readonly remedy: string }

export type Availability = {
  /** Tries, when it was not tried yet or the last answer was no and is old. */
  check(): Promise<ContainerStatus>
  /** The last answer, without waiting. `undefined`: there was none yet. */
  known(): ContainerStatus | undefined
  /** Something failed that worked before: a check tries again, but not all the time. */
  doubt(): void
}

export type AvailabilityOptions = {
  readonly probe: () => Promise<ContainerStatus>
  /** Monotonic milliseconds. */
  readonly now: () => number
  /** How long a no is good. */
  readonly retryMs: number
  readonly changed: (status: ContainerStatus) => void
}

/** So often at most is tried again what failed: a skill can make its container fail at will. */
const doubtMs = 5000

/** Knows whether the runtime is there, from real runs, one at a time. */
export function createAvailability({ probe, now, retryMs, changed }: AvailabilityOptions): Availability {
  let triedAt = Number.NEGATIVE_INFINITY
  let status: Promise<ContainerStatus> | undefined
  let last: ContainerStatus | undefined
  /** After this moment a no is asked again; undefined: the answer stands. */
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
        // A yes stands until the next answer: nobody waits because something failed for somebody else.
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
