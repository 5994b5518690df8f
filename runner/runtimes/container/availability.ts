import * as z from 'zod'
import { probeExecution } from '../probe-execution.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import type { EgressMode } from './messages.ts'

/** Whether containers can run here. `reason` and `remedy` are sentences for the operator. */
export type ContainerStatus =
  | { readonly kind: 'on'; readonly egress: EgressMode }
  | { readonly kind: 'off'; readonly reason: string; readonly remedy: string }

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
export function createAvailability({ probe, now, retryMs, changed }: AvailabilityOptions) {
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
    /** Returns the last status. Probes first if there is none yet, or if the last one is no longer valid. */
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
    /** The last status, without waiting. `undefined`: there is none yet. */
    known: () => last,
    /** Reports a failure of something that worked before, so that a later check probes again, at a limited rate. */
    doubt() {
      goodUntil ??= triedAt + doubtMs
    },
  }
}

/** The kernel reports that no route exists, which is stronger than no answer. */
const unreachable = z.enum(['ENETUNREACH', 'EHOSTUNREACH'])

/** Required findings of the probe in a container: its host call was answered, and there is no other way out. */
const findings: Readonly<Record<EgressMode, z.ZodType>> = {
  socket: z.object({ call: z.literal(200), addresses: z.tuple([]), outside: unreachable }),
  bridge: z.object({ call: z.literal(200), addresses: z.tuple([z.ipv4()]), outside: unreachable, host: unreachable }),
}

/** An execution whose program is `probe-inside.mjs` or an equivalent. */
export function containerProbe(timeoutMs: number): RuntimeExecution {
  const execution = probeExecution({ kind: 'bundle', language: 'javascript', code: '' }, timeoutMs)
  return {
    ...execution,
    host: {
      call: async (op, ...more) =>
        op === 'time.offset' || op === 'console.log'
          ? { kind: 'value', value: op === 'time.offset' ? [] : null }
          : execution.host.call(op, ...more),
    },
  }
}

/** Why the probe failed; undefined: it succeeded. */
export function probeFailure(outcome: RuntimeOutcome, egress: EgressMode): string | undefined {
  if (outcome.kind === 'suspended') return 'it waits for an external answer'
  if (outcome.kind === 'stopped') return 'it has steps'
  return outcome.kind === 'returned' ? problemOf(outcome.value, egress) : `${outcome.code}: ${outcome.detail}`
}

/** Why these findings are not acceptable; undefined: they are. */
export function problemOf(found: unknown, egress: EgressMode): string | undefined {
  const parsed = findings[egress].safeParse(found)
  return parsed.success
    ? undefined
    : `the container is not isolated, or cannot reach its gateway: ${JSON.stringify(found)}`
}
