import * as z from 'zod'

const verdict = z.enum(['ok', 'failing'])

/** Whether skills run in containers here. Off is no failure: those that may run otherwise do. */
const Containers = z.discriminatedUnion('status', [
  z.object({ status: z.literal('on'), egress: z.string() }),
  z.object({ status: z.literal('off'), reason: z.string(), remedy: z.string() }),
  z.object({ status: z.literal('starting') }),
])

/** `/health`: `status` is ok when every check is. */
export const Health = z.object({
  status: verdict,
  checks: z.object({ database: verdict, runner: verdict, gateway: verdict }),
  containers: Containers,
})
export type Health = z.infer<typeof Health>

export type HealthProbes = {
  /** Each does a little real work, and rejects with the reason when it cannot. */
  readonly [Name in keyof Health['checks']]: () => Promise<void>
}

export type HealthOptions = {
  readonly probes: HealthProbes
  /** What is known without waiting. */
  readonly containers: () => Health['containers']
  readonly now: () => number
  readonly onFailure: (check: string, cause: unknown) => void
  /** How long one probe may take. */
  readonly timeoutMs?: number
  /** Anyone may ask: an answer is given again for this long. */
  readonly keepMs?: number
}

/** Exercises each part, side by side. */
export function createHealthCheck(options: HealthOptions): () => Promise<Health> {
  const { probes, containers, now, onFailure, timeoutMs = 5000, keepMs = 1000 } = options
  let kept: { at: number; health: Promise<Health> } | undefined

  async function run(name: keyof HealthProbes): Promise<z.infer<typeof verdict>> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      await Promise.race([probes[name](), late])
      return 'ok'
    } catch (cause) {
      onFailure(name, cause)
      return 'failing'
    } finally {
      clearTimeout(timer)
    }
  }

  async function check(): Promise<Health> {
    const [database, runner, gateway] = await Promise.all([run('database'), run('runner'), run('gateway')])
    const checks = { database, runner, gateway }
    const status = Object.values(checks).every((one) => one === 'ok') ? 'ok' : 'failing'
    return { status, checks, containers: containers() }
  }

  return () => {
    if (kept === undefined || now() - kept.at >= keepMs) kept = { at: now(), health: check() }
    return kept.health
  }
}
