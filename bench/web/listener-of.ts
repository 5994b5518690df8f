import { readdirSync, readFileSync, readlinkSync } from 'node:fs'

/** The process that listens on a TCP port of this machine. */
export function listenerOf(port: number): number {
  const hex = port.toString(16).toUpperCase().padStart(4, '0')
  const listening = '0A'
  const inodes = ['tcp', 'tcp6'].flatMap((table) =>
    readFileSync(`/proc/net/${table}`, 'utf8')
      .split('\n')
      .map((line) => line.trim().split(/\s+/))
      .filter((columns) => columns[1]?.endsWith(`:${hex}`) && columns[3] === listening)
      .map((columns) => `socket:[${columns[9]}]`),
  )
  const has = (pid: string): boolean => {
    try {
      return readdirSync(`/proc/${pid}/fd`).some((fd) => inodes.includes(linkOf(`/proc/${pid}/fd/${fd}`)))
    } catch {
      // The process has ended, or is another user's.
      return false
    }
  }
  const pid = readdirSync('/proc').find((name) => /^\d+$/.test(name) && has(name))
  if (pid === undefined) throw new Error(`No process of this user listens on port ${port}`)
  return Number(pid)
}

function linkOf(path: string): string {
  try {
    return readlinkSync(path)
  } catch {
    return ''
  }
}
