import { readdir, readFile } from 'node:fs/promises'

/** The parts of a process's memory that no file backs: anonymous pages, shared memory and swapped pages. */
const counted = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm

/**
 * The memory of a process and of all processes below it, in bytes. Pages that a process shares with its children since
 * a fork count for each of them. Undefined: this machine does not provide the data.
 */
export async function treeMemory(pid: number): Promise<number | undefined> {
  const own = await textOf(`/proc/${pid}/status`)
  if (own === undefined) return undefined
  const below = await Promise.all((await childrenOf(pid)).map(treeMemory))
  // A child may end before it is read.
  return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), bytesIn(own))
}

/** Whether this kernel lists the children of a process, which is a build option. */
export const showsTrees = async (): Promise<boolean> =>
  (await textOf(`/proc/${process.pid}/task/${process.pid}/children`)) !== undefined

const bytesIn = (status: string): number =>
  [...status.matchAll(counted)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)

/** Each thread lists its own children. A process whose parent ended becomes a child of the sandbox's first process. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)))
  return lists.flatMap((list) => list?.match(/\d+/g)?.map(Number) ?? [])
}

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'latin1').catch(() => undefined)
