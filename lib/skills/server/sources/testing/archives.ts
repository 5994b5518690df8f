import { buffer } from 'node:stream/consumers'
import { crc32, deflateRawSync, gzipSync } from 'node:zlib'
import { type Header, pack } from 'tar-stream'

/** An entry as a hostile author writes it: nothing about it is checked. */
export type RawEntry = {
  readonly name: string
  readonly content?: string | Uint8Array
  readonly type?: Header['type']
  readonly linkname?: string
  /** Zip only: the mode of Unix, the flags, and the size that the archive claims. */
  readonly mode?: number
  readonly flags?: number
  readonly claimedSize?: number
}

const bytesOf = (content: string | Uint8Array = ''): Buffer => Buffer.from(content)

export async function tarOf(entries: readonly RawEntry[]): Promise<Buffer> {
  const archive = pack()
  for (const { name, content, type = 'file', linkname } of entries) {
    archive.entry(
      { name, type, ...(linkname === undefined ? {} : { linkname }) },
      type === 'file' ? bytesOf(content) : '',
    )
  }
  archive.finalize()
  return buffer(archive)
}

export const tarGzOf = async (entries: readonly RawEntry[]): Promise<Buffer> => gzipSync(await tarOf(entries))

/** Writes a zip archive by hand, because libraries refuse to write the names that tests need. */
export function zipOf(entries: readonly RawEntry[]): Buffer {
  const locals: Buffer[] = []
  const central: Buffer[] = []
  let offset = 0
  for (const { name, content, mode = 0o100644, flags = 0x800, claimedSize } of entries) {
    const data = bytesOf(content)
    const packed = deflateRawSync(data)
    const raw = Buffer.from(name)
    const shared = Buffer.alloc(26)
    shared.writeUInt16LE(20, 0)
    shared.writeUInt16LE(flags, 2)
    shared.writeUInt16LE(8, 4)
    shared.writeUInt32LE(crc32(data), 10)
    shared.writeUInt32LE(packed.length, 14)
    shared.writeUInt32LE(claimedSize ?? data.length, 18)
    shared.writeUInt16LE(raw.length, 22)
    const local = Buffer.concat([Buffer.from('PK\x03\x04'), shared, raw, packed])
    const head = Buffer.alloc(14)
    head.writeUInt32LE(((mode << 16) | 0) >>> 0, 6)
    head.writeUInt32LE(offset, 10)
    central.push(Buffer.concat([Buffer.from('PK\x01\x02\x14\x03'), shared, head, raw]))
    locals.push(local)
    offset += local.length
  }
  const directory = Buffer.concat(central)
  const end = Buffer.alloc(18)
  end.writeUInt16LE(entries.length % 65_536, 4)
  end.writeUInt16LE(entries.length % 65_536, 6)
  end.writeUInt32LE(directory.length, 8)
  end.writeUInt32LE(offset, 12)
  return Buffer.concat([...locals, directory, Buffer.from('PK\x05\x06'), end])
}
