import { mkdirSync, statSync } from 'node:fs'
import { dirname } from 'node:path'

const isFolder = (path: string) => statSync(path, { throwIfNoEntry: false })?.isDirectory() === true

/**
 * Creates a folder and its missing parents, one by one. Node's own `recursive` never returns where no folder can be
 * created although its parent exists, such as below `/proc`.
 *
 * @throws the error of the first folder that cannot be created
 */
export function makeFolders(path: string, mode = 0o777): void {
  if (isFolder(path)) return
  if (dirname(path) !== path) makeFolders(dirname(path), mode)
  try {
    mkdirSync(path, { mode })
  } catch (error) {
    // Another process may have created it meanwhile.
    if (!isFolder(path)) throw error
  }
}
