import { createHash } from 'node:crypto'
import { existsSync, mkdirSync, readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { root } from './steps.ts'

const ignored = new Set(['node_modules', 'dist', 'generated'])

/** Does not follow links to folders, which may form a cycle. */
const filesIn = (path: string): string[] => {
  try {
    return readdirSync(join(root, path), { withFileTypes: true })
      .filter(({ name }) => !ignored.has(name))
      .flatMap((entry) => (entry.isDirectory() ? filesIn(join(path, entry.name)) : [join(path, entry.name)]))
  } catch {
    // A file, or a folder that is missing or unreadable.
    return [path]
  }
}

/** Undefined for what is not a readable file, such as a pipe: the step that reads the sources reports it. */
const contentOf = (path: string): Buffer | undefined => {
  const absolute = join(root, path)
  try {
    return statSync(absolute).isFile() ? readFileSync(absolute) : undefined
  } catch {
    return undefined
  }
}

/** A hash of files and folders: changes when a file changes, appears or disappears. Ignores tests. */
export const hashSources = (paths: readonly string[]): string => {
  const hash = createHash('sha256')
  for (const path of paths.flatMap(filesIn).sort()) {
    if (/\.test\.tsx?$/.test(path)) continue
    hash
      .update(`${path}\0`)
      .update(contentOf(path) ?? '')
      .update('\0')
  }
  return hash.digest('hex')
}

/**
 * Runs `work` unless it already ran for the same sources and its product still exists.
 *
 * @param options.stamp the file with the sources' hash, relative to the project; if possible in the folder of the
 * product, so that both are deleted together
 */
export const whenChanged = async (
  options: { sources: readonly string[]; product: string; stamp: string },
  work: () => Promise<void>,
): Promise<'done' | 'fresh'> => {
  const path = join(root, options.stamp)
  const before = hashSources(options.sources)
  const done = existsSync(path) && readFileSync(path, 'utf8') === before && existsSync(join(root, options.product))
  if (done) return 'fresh'
  await work()
  mkdirSync(dirname(path), { recursive: true })
  writeFileSync(path, before)
  return 'done'
}
