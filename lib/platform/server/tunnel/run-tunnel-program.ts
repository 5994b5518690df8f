import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { createInterface } from 'node:readline'
import { setTimeout as wait } from 'node:timers/promises'
import { withoutHidden } from '#runner/contract/hidden-text.ts'

type ProgramToRun = {
  readonly path: string
  readonly args: readonly string[]
  readonly env: NodeJS.ProcessEnv
  onLine(line: string): void
}

/** How long a program may take to say goodbye to its service. */
const graceMs = 3_000
/** How long the last lines of an ended program are awaited: a process that it started may hold the pipe. */
const lastLinesMs = 1_000
const longestLine = 300

export type RunningProgram = ReturnType<typeof runTunnelProgram>

/** Starts a program in a process group of its own, which ends with it, and with this process unless that is killed. */
export function runTunnelProgram({ path, args, env, onLine }: ProgramToRun) {
  const child = spawn(path, args, { env, detached: true, stdio: ['ignore', 'pipe', 'pipe'], windowsHide: true })
  let said = ''
  for (const input of [child.stdout, child.stderr]) {
    createInterface({ input }).on('line', (line) => {
      const text = withoutHidden(line).trim()
      if (text !== '') said = text.slice(0, longestLine)
      onLine(line)
    })
  }
  const signalGroup = (signal: NodeJS.Signals) => {
    try {
      if (child.pid !== undefined) process.kill(-child.pid, signal)
    } catch {
      // The group has ended.
    }
  }
  const onExit = () => signalGroup('SIGKILL')
  process.once('exit', onExit)

  const closed = once(child, 'close').catch(() => {})
  const exited = once(child, 'exit').then(
    () => true,
    (cause: unknown) => {
      said = cause instanceof Error ? cause.message : ''
      return false
    },
  )
  const finish = async () => {
    const started = await exited
    // Others of its group may live longer than the program.
    signalGroup('SIGKILL')
    process.off('exit', onExit)
    await Promise.race([closed, wait(lastLinesMs, undefined, { ref: false })])
    return { started, said }
  }
  const ended = finish()
  return {
    /** Resolves when the program has ended, for whatever reason, with the last line that it printed. */
    ended,
    async end() {
      signalGroup('SIGTERM')
      await Promise.race([ended, wait(graceMs, undefined, { ref: false })])
      signalGroup('SIGKILL')
      await ended
    },
  }
}
