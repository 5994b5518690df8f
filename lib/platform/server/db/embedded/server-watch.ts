import { spawn, spawnSync } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, constants, existsSync, fstatSync, openSync, rmSync, statSync, writeSync } from 'node:fs'
import { join } from 'node:path'
import { setTimeout as wait } from 'node:timers/promises'
import { DatabaseError, errorCodeOf } from '../database-error.ts'
import { serverEnvironment } from './cluster.ts'
import type { ServerAccount } from './server-account.ts'
import { pidFileOf, readServerRecord } from './server-process.ts'

/** One user's claim on the server. The operating system releases a killed user's claim. */
export type ServerHold = {
  /** Whether the watch behind this claim still runs. */
  isWatched(): boolean
  release(): void
}

type WatchedServer = {
  readonly pid: number
  readonly socketFolder: string
  readonly cluster: string
  readonly account: ServerAccount | undefined
}

/**
 * Stops the server when its last user is gone. Each user (a process) keeps the pipe open for writing, so the pipe ends
 * when the last user exits or is killed. A new user writes one line, and the watch answers by creating a file. Without
 * an answer, the pipe has ended before: the watch is about to stop the server, and reads no more. It keeps the pipe open
 * until the server is gone, so that nobody starts another watch over a server that stops.
 *
 * The watch first opens the pipe for reading and writing, which never blocks; opening it for reading alone would block
 * forever if the user that started the watch is already gone.
 *
 * The watch gets the server's process id on its standard input. If the user was killed while it started the server, the
 * watch gets no id. It then reads the id from the server's pid file, once the file names another process than before
 * the start, and that process is PostgreSQL. A server writes its pid file shortly after its start. The watch stops only
 * the process that the file names, because any other is another program. SIGINT is PostgreSQL's "fast" shutdown and
 * loses no data.
 */
const watchScript = `
exec 4<&0 3<> "$1" < "$1" 3>&-
echo watching
exec > /dev/null
read -r server <&4
exec 4<&-
while read -r _; do true > "$4"; done
for _ in 1 2 3 4 5 6 7 8 9 10; do
  [ -z "$server" ] || kill -0 "$server" || exit 0
  if read -r pid < "$2"; then
    read -r name < "/proc/$pid/comm" || name=
    if [ "$pid" = "$server" ] || [ -z "$server" ] && [ "$pid" != "$3" ] && [ "$name" = postgres ]; then
      kill -INT "$pid" || exit 0
      for _ in 1 2 3 4 5 6 7 8 9 10 11 12 13 14 15 16 17 18 19 20 21 22 23 24 25 26 27 28 29 30; do
        kill -0 "$pid" || exit 0
        sleep 1
      done
      exit 0
    fi
  fi
  sleep 1
done
`

const pipeOf = (socketFolder: string): string => join(socketFolder, 'users')
const answerOf = (socketFolder: string): string => join(socketFolder, 'answer')
/** Much longer than a running watch needs. */
const answerTimeoutMs = 1_000

/** Opens the users' pipe. The server's user owns the folder, so root must not follow a link or block on other files. */
const openPipe = (path: string, access: number): number => {
  const file = openSync(path, access | constants.O_NONBLOCK | constants.O_NOFOLLOW)
  if (fstatSync(file).isFIFO()) return file
  closeSync(file)
  throw new DatabaseError(`${path} must be a named pipe: remove it.`)
}

const holdOf = (path: string, file: number): ServerHold => {
  let isOpen = true
  return {
    isWatched() {
      try {
        const { ino } = statSync(path)
        // A pipe opens for writing only while it has a reader.
        closeSync(openPipe(path, constants.O_WRONLY))
        return ino === fstatSync(file).ino
      } catch {
        return false
      }
    },
    release() {
      if (isOpen) closeSync(file)
      isOpen = false
    },
  }
}

type PreparedWatch = {
  /** Tells the watch the process id of the started server. */
  over(pid: number): ServerHold
  cancel(): void
}

/**
 * Starts the watch over a server that is about to start, so that the server is never without one. The caller holds the
 * lock.
 */
export const prepareWatch = async ({
  socketFolder,
  cluster,
  account,
}: Omit<WatchedServer, 'pid'>): Promise<PreparedWatch> => {
  const path = pipeOf(socketFolder)
  rmSync(path, { force: true })
  const environment = { ...account, cwd: '/', env: serverEnvironment }
  const made = spawnSync('mkfifo', ['-m', '600', path], { ...environment, encoding: 'utf8' })
  if (made.status !== 0) {
    const why = made.error?.message ?? made.stderr.trim()
    throw new DatabaseError(`The pipe ${path} could not be created (${why}): check that mkfifo is installed.`)
  }
  // Keeps both ends open until the watch reads. If this process is killed before, the watch sees the end of the pipe.
  const file = openPipe(path, constants.O_RDWR)
  const formerPid = String(readServerRecord(cluster)?.pid ?? '')
  const args = ['-c', watchScript, 'travel-watch', path, pidFileOf(cluster), formerPid, answerOf(socketFolder)]
  // The watch has its own session, so that a closed terminal ends only the users; then the watch stops the server.
  const stdio: ['pipe', 'pipe', 'ignore'] = ['pipe', 'pipe', 'ignore']
  const watch = spawn('/bin/sh', args, { ...environment, detached: true, stdio })
  watch.unref()
  // Writing the process id fails if the watch has ended, which needs no handling.
  watch.stdin.on('error', () => {})
  const reads = await Promise.race([
    once(watch.stdout, 'data').then(() => true),
    once(watch, 'close').then(() => false),
  ])
  watch.stdout.destroy()
  if (!reads) {
    closeSync(file)
    throw new DatabaseError('The watch over the database server could not be started: check that /bin/sh exists.')
  }
  return {
    over(pid) {
      watch.stdin.end(`${pid}\n`)
      try {
        return holdOf(path, openPipe(path, constants.O_WRONLY))
      } finally {
        closeSync(file)
      }
    },
    cancel() {
      watch.stdin.destroy()
      closeSync(file)
    },
  }
}

/**
 * Claims a running server and restarts a missing watch. Undefined: the watch is stopping the server. The caller holds
 * the lock.
 */
export const holdServer = async (server: WatchedServer): Promise<ServerHold | undefined> => {
  const path = pipeOf(server.socketFolder)
  let file: number
  try {
    file = openPipe(path, constants.O_WRONLY)
  } catch (error) {
    // The pipe is missing or has no reader.
    if (!['ENOENT', 'ENXIO'].includes(errorCodeOf(error) ?? '')) throw error
    return (await prepareWatch(server)).over(server.pid)
  }
  if (await answers(file, answerOf(server.socketFolder))) return holdOf(path, file)
  closeSync(file)
  return undefined
}

/** Whether the watch still reads the pipe. */
const answers = async (pipe: number, answer: string): Promise<boolean> => {
  rmSync(answer, { force: true })
  writeSync(pipe, '\n')
  const deadline = performance.now() + answerTimeoutMs
  while (!existsSync(answer)) {
    if (performance.now() > deadline) return false
    await wait(10)
  }
  return true
}
