import { connectEngine, type EngineAddress } from '../engine.ts'

export const engineAddress: EngineAddress = { kind: 'socket', path: '/var/run/docker.sock' }

/**
 * Whether tests that need a Docker engine run: where one answers, and always when `ci` (the variable CI) is `true`, so that
 * they fail there without one.
 */
export async function needsEngine(ci: string | undefined): Promise<boolean> {
  if (ci === 'true') return true
  try {
    await connectEngine({ address: engineAddress, timeoutMs: 5000 }).info()
    return true
  } catch {
    return false
  }
}
