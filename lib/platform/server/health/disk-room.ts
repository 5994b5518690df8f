import { statfsSync } from 'node:fs'

/** `problem`: a sentence about a full disk, without folder names: it is public. Undefined: there is enough space. */
export type DiskRoom = { problem(): string | undefined }

export type MeasuredDiskRoom = ReturnType<typeof createDiskRoom>

type DiskRoomOptions = {
  /** The folders that the app writes to. They may share a disk. */
  readonly folders: readonly string[]
  readonly now: () => number
  /** Bytes that an unprivileged user can still write. Absent: asks the system. */
  readonly freeBytes?: (folder: string) => number
}

const megabyte = 1_000_000
/**
 * The free space that the app needs. PostgreSQL stops when it cannot write its WAL, whose files have 16 MB each; the
 * other 48 MB are a reserve for work in progress.
 */
export const neededMb = 64
/** The minimum time between two queries of the system, because every request checks the space. */
const keepMs = 1000

const askSystem = (folder: string): number => {
  const { bavail, bsize } = statfsSync(folder)
  return bavail * bsize
}

/** Monitors free space on the disks that the app writes to. An unknown amount counts as full. */
export function createDiskRoom({ folders, now, freeBytes = askSystem }: DiskRoomOptions) {
  let known: { at: number; freeMb: number | undefined } | undefined

  function find(): number | undefined {
    try {
      return Math.floor(Math.min(...folders.map(freeBytes)) / megabyte)
    } catch {
      return undefined
    }
  }

  /** The free space of the fullest disk, in MB. Undefined: unknown. */
  function freeMb(): number | undefined {
    if (known === undefined || now() - known.at >= keepMs) known = { at: now(), freeMb: find() }
    return known.freeMb
  }

  return { freeMb, problem: () => problemOf(freeMb()) }
}

function problemOf(freeMb: number | undefined): string | undefined {
  if (freeMb === undefined)
    return 'The data folder of this app cannot be read: the operator must check that its disk is mounted.'
  if (freeMb >= neededMb) return undefined
  return `The disk of this app is full (${freeMb} MB free, ${neededMb} MB needed): the operator must free disk space.`
}
