import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import { whenMissing } from '../files/when-missing.ts'

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
