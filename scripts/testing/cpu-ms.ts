/** The CPU time that this thread spends on `work`, in milliseconds. Unlike a clock, it ignores what else the machine does. */
export function cpuMsOf(work: () => void): number {
  const before = process.threadCpuUsage()
  work()
  const { user, system } = process.threadCpuUsage(before)
  return (user + system) / 1000
}
