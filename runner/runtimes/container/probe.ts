import * as z from 'zod'
import { probeExecution } from '../probe-execution.ts'
import type { RuntimeExecution, RuntimeOutcome } from '../runtime.ts'
import type { EgressMode } from './messages.ts'

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
