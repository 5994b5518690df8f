import { readdir, readFile } from 'node:fs/promises'

/** The parts of a process's memory that no file backs: anonymous pages, shared memory and swapped pages. */
const counted = /^(?:RssAnon|RssShmem|VmSwap):\s+(\d+) kB$/gm

/**
 * The memory of a process and of all processes below it, in bytes. Pages that a process shares with its children since
 * a fork count for each of them. Undefined: this machine does not provide the data.
 *
 * @param socketBytes what each socket of the sandbox below the process counts, because no process owns its buffer
 */
export async function treeMemory(pid: number, socketBytes = 0): Promise<number | undefined> {
  const own = await textOf(`/proc/${pid}/status`)
  if (own === undefined) return undefined
  const children = await childrenOf(pid)
  const below = await Promise.all(children.map((child) => treeMemory(child)))
  const sockets = socketBytes === 0 ? 0 : await socketsOf(children)
  // A child may end before it is read.
  return below.reduce<number>((sum, bytes) => sum + (bytes ?? 0), bytesIn(own) + sockets * socketBytes)
}

/** Whether this kernel lists the children of a process and counts sockets. Both are build options. */
export const showsTrees = async (): Promise<boolean> =>
  (await textOf(`/proc/${process.pid}/task/${process.pid}/children`)) !== undefined &&
  (await textOf(socketCount(process.pid))) !== undefined

/** The most memory that the kernel keeps for an AF_UNIX socket: its buffer, and one more part of a message. */
export async function mostSocketBytes(): Promise<number> {
  const buffer = Number(await textOf('/proc/sys/net/core/wmem_default'))
  return (buffer > 0 ? buffer : usualBuffer) + maxPart
}

const [usualBuffer, maxPart] = [212_992, 65_536]

/** The number of sockets in the network of a process. */
const socketCount = (pid: number) => `/proc/${pid}/net/sockstat`

/** The sockets of the network that these processes share. */
async function socketsOf(pids: readonly number[]): Promise<number> {
  const counts = await Promise.all(pids.map((pid) => textOf(socketCount(pid))))
  return Math.max(0, ...counts.map((text) => Number(/^sockets: used (\d+)/.exec(text ?? '')?.[1] ?? 0)))
}

const bytesIn = (status: string): number =>
  [...status.matchAll(counted)].reduce((sum, [, kilobytes]) => sum + Number(kilobytes) * 1024, 0)

/** Each thread lists its own children. A process whose parent ended becomes a child of the sandbox's first process. */
async function childrenOf(pid: number): Promise<number[]> {
  const threads = await readdir(`/proc/${pid}/task`).catch(() => [])
  const lists = await Promise.all(threads.map((thread) => textOf(`/proc/${pid}/task/${thread}/children`)))
  return lists.flatMap((list) => list?.match(/\d+/g)?.map(Number) ?? [])
}

const textOf = (path: string): Promise<string | undefined> => readFile(path, 'latin1').catch(() => undefined)

const everyMs = 50

type Limit = { readonly maxBytes: number; readonly socketBytes: number | undefined }

/**
 * Calls `exceeded` once when a process and all below it together use over `maxBytes`. Stops when it is disposed.
 * `socketBytes`: as for `treeMemory`.
 */
export function watchMemory(pid: number, { maxBytes, socketBytes }: Limit, exceeded: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async () => {
    const bytes = await treeMemory(pid, socketBytes)
    if (isOver || (bytes === undefined && !isAlive(pid))) return
    if (bytes !== undefined && bytes > maxBytes) exceeded()
    // Continues after a failed read, too: a single failure must not end the watch.
    else timer = setTimeout(look, everyMs)
  }
  void look()
  return {
    [Symbol.dispose]() {
      isOver = true
      clearTimeout(timer)
    },
  }
}

function isAlive(pid: number): boolean {
  try {
    return process.kill(pid, 0)
  } catch {
    return false
  }
}
