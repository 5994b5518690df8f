import { isUtf8 } from 'node:buffer'
import { randomUUID } from 'node:crypto'
import { constants } from 'node:fs'
import { open, readdir, rename, rm, stat, unlink } from 'node:fs/promises'
import { join } from 'node:path'
import { calendarText } from './new-event.ts'
import { CalendarError, type CalendarStore } from './store.ts'

/**
 * The text of a calendar file: in UTF-8, UTF-16 or, as old programs write it, in Windows' Western European encoding. Folds
 * are undone first, because some programs split the bytes of a letter between two lines.
 */
function decodeCalendar(bytes: Buffer): string {
  const utf16 = utf16Of(bytes)
  if (utf16 !== undefined) return new TextDecoder(utf16).decode(bytes)
  const unfolded = unfold(bytes)
  return new TextDecoder(isUtf8(unfolded) ? 'utf-8' : 'windows-1252').decode(unfolded)
}

/** Whether lines in UTF-8 can be added to a file. */
const takesUtf8 = (bytes: Buffer): boolean => utf16Of(bytes) === undefined && isUtf8(unfold(bytes))

const unfold = (bytes: Buffer): Buffer => Buffer.from(bytes.toString('latin1').replaceAll(/\r?\n[ \t]/g, ''), 'latin1')

function utf16Of([first, second]: Buffer): 'utf-16le' | 'utf-16be' | undefined {
  if (first === 0xff && second === 0xfe) return 'utf-16le'
  return first === 0xfe && second === 0xff ? 'utf-16be' : undefined
}

const maxBytes = 32 * 1024 * 1024
const maxFiles = 5000

const isCalendarFile = (path: string): boolean => /\.ics$/i.test(path)

/** A file of iCalendar, or a folder with one event in each file, as vdirsyncer stores them. */
export function createPathStore(path: string): CalendarStore {
  return isCalendarFile(path) ? fileStore(path) : folderStore(path)
}

function fileStore(path: string): CalendarStore {
  return {
    async texts() {
      const bytes = await bytesOf(path, maxBytes)
      // A wrong path must not look like free time.
      if (bytes === undefined) throw new CalendarError('there is no calendar file at this path')
      const text = decodeCalendar(bytes)
      return text.trim() === '' ? [] : [text]
    },
    async add(uid, lines) {
      await using _lock = await lockOf(path)
      const bytes = await bytesOf(path, maxBytes)
      // One character for each byte, so that the rest of the file stays as it is in any encoding.
      const before = bytes?.toString('latin1') ?? ''
      if (bytes === undefined || before.trim() === '') {
        await replace(path, calendarText(lines))
        return true
      }
      if (!takesUtf8(bytes))
        throw new CalendarError('the calendar file is not in UTF-8: save it in UTF-8 to add events')
      if (hasUid(before, uid)) return false
      // The rest of the file stays as its program wrote it.
      const end = [...before.matchAll(/END:VCALENDAR/gi)].at(-1)?.index
      if (end === undefined) throw new CalendarError('the calendar file has no END:VCALENDAR')
      await replace(path, Buffer.concat([bytes.subarray(0, end), Buffer.from(`${lines}\r\n`), bytes.subarray(end)]))
      return true
    },
  }
}

function folderStore(folder: string): CalendarStore {
  return {
    async texts() {
      const names = (await readdir(folder)).filter((name) => isCalendarFile(name) && !name.startsWith('.'))
      if (names.length > maxFiles) throw new CalendarError(`the calendar folder has more than ${maxFiles} files`)
      const texts: string[] = []
      let left = maxBytes
      for (const name of names) {
        const bytes = (await bytesOf(join(folder, name), left)) ?? Buffer.alloc(0)
        left -= bytes.length
        texts.push(decodeCalendar(bytes))
      }
      return texts
    },
    async add(uid, lines) {
      const path = join(folder, fileNameOf(uid))
      await using _lock = await lockOf(path)
      if ((await bytesOf(path, maxBytes)) !== undefined) return false
      await replace(path, calendarText(lines))
      return true
    },
  }
}

/** The name of a new event's file. */
export const fileNameOf = (uid: string): string => `${uid.replace(/[^\w.-]/g, '_')}.ics`

/** Unfolds long lines first: each fold is a line break and a space or tab. */
const hasUid = (text: string, uid: string): boolean => text.replace(/\r?\n[ \t]/g, '').includes(`UID:${uid}`)

/** Undefined if there is no such file. */
async function bytesOf(path: string, most: number): Promise<Buffer | undefined> {
  try {
    await using file = await open(path, constants.O_RDONLY | constants.O_NONBLOCK)
    const { size, ...found } = await file.stat().then((stats) => ({ size: stats.size, isFile: stats.isFile() }))
    if (!found.isFile) throw new CalendarError('the calendar is not a regular file')
    if (size > most) throw new CalendarError(`the calendar is larger than ${maxBytes} bytes`)
    return await file.readFile()
  } catch (cause) {
    if (cause instanceof Error && 'code' in cause && cause.code === 'ENOENT') return undefined
    throw cause
  }
}

/** Replaces a file atomically: a reader finds the complete old text or the complete new one. */
async function replace(path: string, content: string | Buffer): Promise<void> {
  const unfinished = `${path}.${randomUUID()}.tmp`
  const mode = await stat(path).then(
    (found) => found.mode & 0o777,
    () => 0o600,
  )
  try {
    await using file = await open(unfinished, 'wx', mode)
    await file.writeFile(content)
    await file.sync()
    await rename(unfinished, path)
  } catch (cause) {
    await unlink(unfinished).catch(() => {})
    throw cause
  }
}

const lockWaitMs = 50
const lockTries = 100
/** A lock older than this was left behind by a process that ended. */
const abandonedMs = 60_000

/** Locks a file: two processes that change it at once would lose one change, or both report the same event as added. */
async function lockOf(path: string): Promise<AsyncDisposable> {
  const lock = `${path}.lock`
  for (let attempt = 0; attempt < lockTries; attempt += 1) {
    try {
      const file = await open(lock, 'wx', 0o600)
      await file.close()
      return { [Symbol.asyncDispose]: () => rm(lock, { force: true }) }
    } catch (cause) {
      if (!(cause instanceof Error && 'code' in cause && cause.code === 'EEXIST')) throw cause
      const found = await stat(lock).catch(() => undefined)
      if (found && Date.now() - found.mtimeMs > abandonedMs) await rm(lock, { force: true })
      await new Promise((resolve) => setTimeout(resolve, lockWaitMs))
    }
  }
  throw new CalendarError('another process is changing the calendar')
}
