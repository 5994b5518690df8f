import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'

/** Used heap and external memory after garbage collection. */
export function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let round = 0; round < 3; round += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}
