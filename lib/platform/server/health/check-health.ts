import type { Health, HealthVerdict } from '../../model/health.ts'

type HealthProbes = {
  /** Probes. Each does a little real work and rejects with the reason if it fails. */
  readonly [Name in keyof Health['checks']]: () => Promise<void>
}

type HealthOptions = {
  readonly probes: HealthProbes
  /** The last known state. Must not wait. */
  readonly containers: () => Health['containers']
  /** The last known state. Must not wait. */
  readonly programs: () => Health['programs']
  /** Aborts when the process begins to stop. Absent: it never does. */
  readonly draining?: AbortSignal
  readonly now: () => number
  readonly onFailure: (check: string, cause: unknown) => void
  /** Timeout of one probe. */
  readonly timeoutMs?: number
}

/** A failure with a public message. */
export class HealthProblem extends Error {
  override readonly name = 'HealthProblem'
}

/** Anyone may request health, so results are cached for this long. */
const keepMs = 1000

/** Runs all probes concurrently. */
export function createHealthCheck(options: HealthOptions): () => Promise<Health> {
  const { probes, containers, programs, draining, now, onFailure, timeoutMs = 5000 } = options
  let kept: { at: number; health: Promise<Health> } | undefined

  async function run(name: keyof HealthProbes, problems: string[]): Promise<HealthVerdict> {
    const { promise: late, reject } = Promise.withResolvers<never>()
    const timer = setTimeout(() => reject(new Error(`no answer within ${timeoutMs} ms`)), timeoutMs)
    try {
      await Promise.race([probes[name](), late])
      return 'ok'
    } catch (cause) {
      onFailure(name, cause)
      if (cause instanceof HealthProblem) problems.push(cause.message)
      return 'failing'
    } finally {
      clearTimeout(timer)
    }
  }

  async function check(): Promise<Health> {
    const problems: string[] = []
    const [database, runner, gateway, disk] = await Promise.all([
      run('database', problems),
      run('runner', problems),
      run('gateway', problems),
      run('disk', problems),
    ])
    const checks = { database, runner, gateway, disk }
    const status = Object.values(checks).every((one) => one === 'ok') ? 'ok' : 'failing'
    return {
      status,
      checks,
      ...(problems.length > 0 ? { problems } : {}),
      containers: containers(),
      programs: programs(),
    }
  }

  return async () => {
    if (kept === undefined || now() - kept.at >= keepMs) kept = { at: now(), health: check() }
    const health = await kept.health
    return draining?.aborted ? { ...health, status: 'draining' } : health
  }
}
