import { realpath } from 'node:fs/promises'
import { dirname, join, relative } from 'node:path'
import { fileURLToPath } from 'node:url'
import { readBounded } from '#runner/manifest/read-folder.ts'
import type { Download } from './download.ts'
import { refuse, shown } from './source-refusal.ts'

/**
 * Reads the files of a registry in a folder of this machine, as a download reads those on a web server. `fileOf` keeps
 * their addresses below the folder of the index, and links are refused.
 */
export function downloadHere(index: string): Download {
  const folder = dirname(fileURLToPath(index))
  return async ({ url, what, maxBytes }) => {
    const file = fileIn(folder, url)
    if (file === undefined) return refuse('entry', { entry: shown(url), problem: 'bad_name' })
    const problem = (detail: string) => refuse('folder', { path: shown(folder), file: '', detail })
    const [root, path] = await Promise.all(
      [folder, join(/* turbopackIgnore: true */ folder, file)].map((one) =>
        realpath(/* turbopackIgnore: true */ one).catch(() => undefined),
      ),
    )
    if (root === undefined) return problem('does not exist')
    if (path === undefined) return problem(`has no ${shown(file)}`)
    if (path !== join(/* turbopackIgnore: true */ root, file))
      return refuse('entry', { entry: shown(file), problem: 'link' })
    const body = await readBounded(path, maxBytes)
    if (body === 'unreadable') return problem(`has ${shown(file)}, which is not a readable file`)
    return body === 'too large' ? refuse('too_large', { what, limitBytes: maxBytes }) : { ok: true, body, url }
  }
}

function fileIn(folder: string, url: string): string | undefined {
  try {
    return relative(folder, fileURLToPath(url))
  } catch {
    // An encoded slash, which no path has.
    return undefined
  }
}
