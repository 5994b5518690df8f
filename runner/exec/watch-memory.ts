import { treeMemory } from './tree-memory.ts'

const everyMs = 50

/** Calls `exceeded` once when a process and all below it use more than `mostBytes`. Stops when it is disposed. */
export function watchMemory(pid: number, mostBytes: number, exceeded: () => void): Disposable {
  let timer: NodeJS.Timeout | undefined
  let isOver = false
  const look = async () => {
    const bytes = await treeMemory(pid)
    // The process has ended, or this machine shows no memory.
    if (isOver || bytes === undefined) return
    if (bytes > mostBytes) exceeded()
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
