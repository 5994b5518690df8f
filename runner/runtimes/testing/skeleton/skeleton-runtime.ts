import { join } from 'node:path'
import type { RuntimeDescriptor } from '../../../contract/runtimes.ts'
import { createPooledRuntime } from '../../pool/create-pooled-runtime.ts'
import type { Runtime, StartOptions } from '../../runtime.ts'

export const skeleton: RuntimeDescriptor = {
  name: 'skeleton',
  start: 'in this process',
  languages: ['python'],
  programs: ['bundle'],
  tiers: ['local'],
  egress: ['host call'],
  suspends: false,
  limits: { fuel: false, memoryMb: 16 },
  mayDiverge: [],
}

/** The smallest runtime: every program answers a constant. */
export function startSkeleton(options: StartOptions): Runtime {
  return createPooledRuntime(
    {
      about: skeleton,
      engineVersion: 'skeleton',
      workerPath: join(import.meta.dirname, 'skeleton-worker.ts'),
      workerData: { answer: 42 },
      probe: { kind: 'bundle', language: 'python', code: '' },
    },
    options,
  )
}
