import { createReadStream } from 'node:fs'
import { stat } from 'node:fs/promises'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { pack } from 'tar-stream'

/** A file of a build context, with its bytes or its source path; or a folder. */
export type ContextFile = { readonly path: string; readonly executable?: boolean } & (
  | { readonly content: Uint8Array | string }
  | { readonly source: string }
  | { readonly isFolder: true }
)

/**
 * The files as an archive for an engine, in their given order and without owner or date, so that equal files give equal
 * archives.
 */
export function buildContext(files: readonly ContextFile[]): Readable {
  const archive = pack()
  const write = async () => {
    for (const file of files) {
      const header = { name: file.path, mode: file.executable ? 0o755 : 0o644, mtime: new Date(0), uid: 0, gid: 0 }
      if ('isFolder' in file) archive.entry({ ...header, type: 'directory', mode: 0o755 })
      else if ('content' in file) archive.entry(header, Buffer.from(file.content))
      else
        await pipeline(
          createReadStream(file.source),
          archive.entry({ ...header, size: (await stat(file.source)).size }),
        )
    }
    archive.finalize()
  }
  write().catch((cause: Error) => archive.destroy(cause))
  return Readable.from(archive)
}
