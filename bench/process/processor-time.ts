import { readdirSync, readFileSync } from 'node:fs'

/** Of Linux, on every architecture that Node runs on. */
const msPerTick = 10

/** The processor time of a process's main thread in milliseconds, from Linux. */
export function mainThreadMs(pid: number): number {
  return statOf(`${pid}/task/${pid}`).ownMs
}

/** The processor time of a process and of all that it started, also of those that have ended. */
export function processesMs(pid: number): number {
  const all = readdirSync('/proc')
    .filter((name) => /^\d+$/.test(name))
    .flatMap((name) => {
      try {
        return [{ pid: Number(name), ...statOf(name) }]
      } catch {
        // The process has ended.
        return []
      }
    })
  const startedBy = Map.groupBy(all, ({ parent }) => parent)
  const sum = (process: (typeof all)[number]): number =>
    process.ownMs + process.endedMs + (startedBy.get(process.pid) ?? []).reduce((total, child) => total + sum(child), 0)
  const root = all.find((process) => process.pid === pid)
  if (!root) throw new Error(`No process ${pid}`)
  return sum(root)
}

/** The process that started another one. */
export const parentOf = (pid: number): number => statOf(String(pid)).parent

/** `endedMs`: of the children that have ended and their children. */
function statOf(path: string): { parent: number; ownMs: number; endedMs: number } {
  const stat = readFileSync(`/proc/${path}/stat`, 'utf8')
  // The name of the program, in parentheses, may contain spaces.
  const fields = stat
    .slice(stat.lastIndexOf(')') + 2)
    .split(' ')
    .map(Number)
  const field = (at: number): number => {
    const value = fields[at]
    if (value === undefined || Number.isNaN(value)) throw new Error(`Unexpected text in /proc: ${stat}`)
    return value
  }
  return {
    parent: field(1),
    ownMs: (field(11) + field(12)) * msPerTick,
    endedMs: (field(13) + field(14)) * msPerTick,
  }
}
