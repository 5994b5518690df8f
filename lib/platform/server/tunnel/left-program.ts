import { execFile } from 'node:child_process'
import { readdir, readFile, rm } from 'node:fs/promises'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { promisify } from 'node:util'
import * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { replaceFile, textIfPresent } from '../files/replace-file.ts'
import { tunnelFile } from '../files/secure-data-folder.ts'

const run = promisify(execFile)
const isLinux = process.platform === 'linux'

/** The variable by which every process of a tunnel is known, also after its parents have ended. */
export const markVariable = 'TRAVEL_TUNNEL_MARK'

const Left = z.strictObject({
  mark: z.string().regex(/^[0-9a-f]{64}$/),
  /** The app that started the program. `start`: tells it from a later process with the same id. */
  app: z.strictObject({ pid: z.int().positive(), start: z.string() }),
})

/** `in_use`: by another running app. `left`: a process of the tunnel could not be ended, and the record stays. */
type LeftOutcome = 'ended' | 'in_use' | 'left'

/** The record of the tunnel's processes, in the data folder, for the next start after a crash. */
export function openLeftProgram(dataDir: string) {
  const file = join(/* turbopackIgnore: true */ dataDir, tunnelFile)
  return {
    /** Called before the program starts, so that it never runs without a record. */
    async record(mark: string) {
      const app = { pid: process.pid, start: await startOf(process.pid) }
      await replaceFile(file, JSON.stringify({ mark, app } satisfies z.infer<typeof Left>), 0o600)
    },
    /** Ends every process of the recorded tunnel; then forgets it. */
    async end(): Promise<LeftOutcome> {
      const text = await textIfPresent(file)
      if (text === undefined) return 'ended'
      const record = Left.safeParse(jsonOrNot(text))
      // It is written in one piece, so somebody else has changed it: what it named may still run.
      if (!record.success) return 'left'
      const { mark, app } = record.data
      const isOther = app.pid !== process.pid && app.start !== '' && (await startOf(app.pid)) === app.start
      if (isOther) return 'in_use'
      if (!(await endMarked(mark))) return 'left'
      await rm(file, { force: true })
      return 'ended'
    },
  }
}

const lookEveryMs = 50
const looks = 100
/** A process shows no environment while it starts another program, so one look without processes proves nothing. */
const emptyLooks = 4

/** Ends every process with the mark. Returns false if one is still there. */
async function endMarked(mark: string): Promise<boolean> {
  let empty = 0
  for (let look = 0; look < looks; look += 1) {
    const pids = await marked(mark)
    empty = pids.length === 0 ? empty + 1 : 0
    if (empty === emptyLooks) return true
    for (const pid of pids) {
      try {
        process.kill(pid, 'SIGKILL')
      } catch {
        // It has ended meanwhile, or belongs to another account and is found again.
      }
    }
    await wait(lookEveryMs)
  }
  return false
}

async function marked(mark: string): Promise<number[]> {
  const variable = `${markVariable}=${mark}`
  if (!isLinux) {
    const { stdout } = await run('ps', ['-A', '-E', '-ww', '-o', 'pid=,command='], { maxBuffer: 64 * 1024 * 1024 })
    return stdout.split('\n').flatMap((line) => (line.includes(variable) ? [Number.parseInt(line, 10)] : []))
  }
  const names = (await readdir('/proc')).filter((name) => /^\d+$/.test(name))
  const found = await Promise.all(
    names.map(async (name) => {
      // Ended processes, and those of other accounts, show no environment.
      const environment = await readFile(`/proc/${name}/environ`, 'latin1').catch(() => '')
      return environment.split('\0').includes(variable) ? [Number(name)] : []
    }),
  )
  return found.flat()
}

/** When a process started, in the words of the system. Empty: it has ended. */
async function startOf(pid: number): Promise<string> {
  if (isLinux) {
    const stat = await readFile(`/proc/${pid}/stat`, 'latin1').catch(() => '')
    return stat.split(') ').at(-1)?.split(' ')[19] ?? ''
  }
  return run('ps', ['-o', 'lstart=', '-p', String(pid)]).then(
    ({ stdout }) => stdout.trim(),
    () => '',
  )
}
