import { writeFileSync } from 'node:fs'
import { env } from 'node:process'
import { setFlagsFromString } from 'node:v8'
import { runInNewContext } from 'node:vm'
import { isMainThread } from 'node:worker_threads'

/** Used heap and external memory after garbage collection. */
function heapBytes(): number {
  setFlagsFromString('--expose-gc')
  const collect: unknown = runInNewContext('gc')
  if (typeof collect === 'function') for (let round = 0; round < 3; round += 1) collect()
  const { heapUsed, external } = process.memoryUsage()
  return heapUsed + external
}

/** Loaded into the measured process: at SIGUSR2, writes the memory that is in use after a collection. */
const { BENCH_HEAP_FILE: file } = env
if (isMainThread && file) process.on('SIGUSR2', () => writeFileSync(file, String(heapBytes())))
