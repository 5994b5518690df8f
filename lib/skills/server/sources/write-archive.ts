import { buffer } from 'node:stream/consumers'
import { crc32 } from 'node:zlib'
import { pack } from 'tar-stream'
import type { Files } from './check-entries.ts'

/** The most bytes of a stored block of deflate. */
const blockBytes = 65_535

/**
 * A tar.gz of the files. The same files give the same bytes on every machine: sorted, without times, owners and modes, and
 * stored without compression, whose result depends on the version and the processor of a machine's zlib.
 */
export async function writeArchive(files: Files): Promise<Buffer> {
  const archive = pack()
  for (const [name, content] of [...files].sort(([a], [b]) => (a < b ? -1 : 1))) {
    archive.entry({ name, mode: 0o644, mtime: new Date(0), uid: 0, gid: 0 }, Buffer.from(content))
  }
  archive.finalize()
  return storedGzip(await buffer(archive))
}

function storedGzip(bytes: Buffer): Buffer {
  // No name, no time, and an unknown operating system.
  const parts: Uint8Array[] = [Buffer.from([0x1f, 0x8b, 8, 0, 0, 0, 0, 0, 0, 255])]
  for (let at = 0; at < bytes.length; at += blockBytes) {
    const block = bytes.subarray(at, at + blockBytes)
    const head = Buffer.alloc(5)
    head.writeUInt8(at + blockBytes >= bytes.length ? 1 : 0, 0)
    head.writeUInt16LE(block.length, 1)
    head.writeUInt16LE(0xffff - block.length, 3)
    parts.push(head, block)
  }
  const end = Buffer.alloc(8)
  end.writeUInt32LE(crc32(bytes), 0)
  end.writeUInt32LE(bytes.length % 2 ** 32, 4)
  return Buffer.concat([...parts, end])
}
