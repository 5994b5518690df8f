import { access, constants, mkdir, readdir, readFile, rmdir, writeFile } from 'node:fs/promises'
import { basename, dirname, join, relative } from 'node:path'
import { setTimeout } from 'node:timers/promises'

/** A control group of the kernel (cgroup v2) for the processes of one program. Disposing ends and removes them all. */
export type MemoryGroup = AsyncDisposable & {
  /** Moves a process into the group. The processes that it starts from then on are there, too. */
  add(pid: number): Promise<void>
  /** Whether the kernel ended the processes because together they reached the limit. */
  isOverrun(): Promise<boolean>
}
type GroupLimits = { readonly memoryBytes: number; readonly processes: number }
export type MemoryGroups = { make(limits: GroupLimits): Promise<MemoryGroup> }
type Opened = { readonly ok: true; readonly groups: MemoryGroups } | { readonly ok: false; readonly why: string }

/** The app's own group below the base group, because a group with processes can limit no groups below it. */
const appGroup = 'travel-app'
/** Groups of programs have the id and the start of their app in their name: a later process may have the same id. */
const programGroup = /^travel-program-(\d+)-(\d+)-\d+$/
let made = 0

/**
 * Opens the groups of programs, where this process may make groups below its own and limit memory and processes there:
 * in a systemd service with `Delegate=yes`, or in a container whose groups are writable. Removes the groups that a killed
 * app left behind.
 */
export async function openMemoryGroups(): Promise<Opened> {
  try {
    const own = ownGroup(await textOf('/proc/self/cgroup'), await textOf('/proc/self/mountinfo'))
    if (own === undefined) return { ok: false, why: 'cgroup v2 is not mounted' }
    const base = basename(own) === appGroup ? dirname(own) : own
    const controllers = wordsOf(await textOf(join(base, 'cgroup.controllers')))
    const missing = ['memory', 'pids'].filter((name) => !controllers.includes(name))
    if (missing.length > 0) return { ok: false, why: `cgroup v2 does not control ${missing.join(' and ')} here` }
    await access(join(base, 'cgroup.procs'), constants.W_OK)
    await enable(base, own)
    for (const name of await readdir(base)) {
      const [, pid = '', start] = programGroup.exec(name) ?? []
      if (start !== undefined && (await startOf(pid)) !== start) await remove(join(base, name)).catch(() => {})
    }
    const prefix = `travel-program-${process.pid}-${await startOf(process.pid)}`
    const make = (limits: GroupLimits) => makeGroup(join(base, `${prefix}-${++made}`), limits)
    await using _trial = await make({ memoryBytes: 1024 * 1024, processes: 1 })
    return { ok: true, groups: { make } }
  } catch (cause) {
    return { ok: false, why: cause instanceof Error ? cause.message : String(cause) }
  }
}

/** The folder of this process's group. Undefined: it has none below a mount that it sees. */
export function ownGroup(groups: string, mounts: string): string | undefined {
  const path = /^0::(\/.*)$/m.exec(groups)?.[1]
  const [, root, point] = /^\d+ \d+ \S+ (\S+) (\S+) .* - cgroup2 /m.exec(mounts) ?? []
  if (path === undefined || root === undefined || point === undefined) return undefined
  // A group outside of the namespace or of the mount has no folder here.
  const isBelow = !`${root}/${path}/`.includes('/../') && `${path}/`.startsWith(join(root, '/'))
  return isBelow ? join(point, relative(root, path)) : undefined
}

/** Lets the groups below `base` have limits. If this is refused while the process itself is in `base`, it moves out. */
async function enable(base: string, own: string): Promise<void> {
  const control = () => writeFile(join(base, 'cgroup.subtree_control'), '+memory +pids')
  try {
    return await control()
  } catch (cause) {
    if (own !== base) throw cause
  }
  const app = join(base, appGroup)
  await mkdir(app, { recursive: true })
  await move(process.pid, app)
  try {
    await control()
  } catch (cause) {
    // They are not ours to move.
    await move(process.pid, base)
    await rmdir(app).catch(() => {})
    throw new Error('other processes share the group of the app', { cause })
  }
}

async function makeGroup(folder: string, { memoryBytes, processes }: GroupLimits): Promise<MemoryGroup> {
  const settings = {
    'memory.max': memoryBytes,
    // The kernel ends all processes of the group together, so that none goes on without the others.
    'memory.oom.group': 1,
    'memory.swap.max': 0,
    'pids.max': processes,
  }
  await mkdir(folder)
  try {
    for (const [name, value] of Object.entries(settings)) await writeFile(join(folder, name), String(value))
  } catch (cause) {
    await remove(folder)
    throw cause
  }
  return {
    add: (pid) => move(pid, folder),
    async isOverrun() {
      const events = await textOf(join(folder, 'memory.events'))
      return /^oom [1-9]/m.test(events) && /^oom_kill [1-9]/m.test(events)
    },
    [Symbol.asyncDispose]: () => remove(folder),
  }
}

const move = (pid: number, folder: string) => writeFile(join(folder, 'cgroup.procs'), String(pid))

/** Ends the processes of a group, and removes it once they are gone. One that stays is removed when the app next starts. */
async function remove(folder: string): Promise<void> {
  await writeFile(join(folder, 'cgroup.kill'), '1')
  for (let left = 500; left > 0; left--) {
    const isGone = await rmdir(folder).then(
      () => true,
      () => false,
    )
    if (isGone) return
    await setTimeout(10)
  }
}

/** When a process started, in the units of the kernel. Undefined: it has ended. */
const startOf = async (pid: number | string): Promise<string | undefined> =>
  (await textOf(`/proc/${pid}/stat`)).split(') ').at(-1)?.split(' ')[19]

const wordsOf = (text: string): string[] => text.split(/\s+/)
/** Empty: there is no such file. */
const textOf = (path: string): Promise<string> => readFile(path, 'latin1').catch(() => '')
