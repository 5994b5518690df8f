import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { errorCodeOf } from '../db/database-error.ts'

/**
 * The paths of all regular files in a folder and its subfolders. Follows no links. A folder that disappears meanwhile
 * hides no other files: the recursive mode of `readdir` would fail as a whole.
 */
export async function* filesIn(folder: string): AsyncGenerator<string> {
  for (const entry of await readdir(folder, { withFileTypes: true }).catch(whenMissing([]))) {
    const path = join(folder, entry.name)
    if (entry.isDirectory()) yield* filesIn(path)
    else if (entry.isFile()) yield path
  }
}

/** The result of an operation on a missing file or folder. */
export const whenMissing =
  <Value>(value: Value) =>
  (cause: unknown): Value => {
    if (errorCodeOf(cause) === 'ENOENT') return value
    throw cause
  }
