import { buffer } from 'node:stream/consumers'
import { promisify } from 'node:util'
import { gzip } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Files } from './check-entries.ts'

const zip = promisify(gzip)

/** A tar.gz of the files. The same files give the same bytes: sorted, without times, owners and modes of this machine. */
export async function writeArchive(files: Files): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    archive.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, Buffer.from(content))
  }
  archive.finalize()
  const bytes = await zip(await buffer(archive), { level: 9 })
  // The field of the operating system, which differs between systems: unknown.
  bytes[9] = 255
  return bytes
}
