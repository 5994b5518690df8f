import { readFileSync } from 'node:fs'

/** Of Linux, on every architecture that Node runs on. */
const msPerTick = 10

/** The processor time of a process's main thread in milliseconds, from Linux. */
export const mainThreadMs = (pid: number): number => msOf(`/proc/${pid}/task/${pid}/stat`)

/** The processor time of all threads of a process in milliseconds, from Linux. */
export const processMs = (pid: number): number => msOf(`/proc/${pid}/stat`)

function msOf(path: string): number {
  const stat = readFileSync(path, 'utf8')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat.slice(stat.lastIndexOf(')') + 2).split(' ')
  const ticks = Number(fields[11]) + Number(fields[12])
  if (Number.isNaN(ticks)) throw new Error(`Unexpected text in /proc: ${stat}`)
  return ticks * msPerTick
}
