import { treeMemory } from './tree-memory.ts'

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
