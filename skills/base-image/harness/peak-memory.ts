import { readFileSync } from 'node:fs'

/** The largest memory of the container: of cgroup version 2, or 1. */
const counters = ['/sys/fs/cgroup/memory.peak', '/sys/fs/cgroup/memory/memory.max_usage_in_bytes']

/** In bytes. Without a counter, as on older kernels, the largest memory of this process. */
function peakMemoryBytes(): number {
  for (const path of counters) {
    try {
      const bytes = Number(readFileSync(path, 'utf8'))
      if (bytes > 0) return bytes
    } catch {
      // This kernel has another counter.
    }
  }
  return process.resourceUsage().maxRSS * 1024
}

/** Puts the peak memory before the report, always with the same length, so that the room for the output is constant. */
export const withPeak = (json: string): string =>
  `{"peak":"${String(peakMemoryBytes()).padStart(15, '0')}",${json.slice(1)}`
