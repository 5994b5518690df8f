import { connectEngine, type EngineAddress } from '../engine.ts'

export const engineAddress: EngineAddress = { kind: 'socket', path: '/var/run/docker.sock' }

/** Whether a Docker engine answers. */
export async function hasEngine(): Promise<boolean> {
  try {
    await connectEngine({ address: engineAddress, timeoutMs: 5000 }).info()
    return true
  } catch {
    return false
  }
}
