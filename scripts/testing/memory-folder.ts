import { accessSync, constants, statfsSync } from 'node:fs'
import { tmpdir } from 'node:os'

const shared = '/dev/shm'
const neededBytes = 2 * 1024 ** 3

/**
 * A folder for the databases of tests, in memory if there is enough space. PostgreSQL creates 500 files for each
 * database, which takes ten times as long on a disk.
 */
export const memoryFolder = (): string => {
  try {
    accessSync(shared, constants.W_OK)
    const { bavail, bsize } = statfsSync(shared)
    return bavail * bsize >= neededBytes ? shared : tmpdir()
  } catch {
    return tmpdir()
  }
}
