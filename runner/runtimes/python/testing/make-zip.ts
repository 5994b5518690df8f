import { crc32, deflateRawSync } from 'node:zlib'

/** A zip archive of these files, as a wheel is one. */
export function makeZip(files: Readonly<Record<string, string | Uint8Array>>, { method = 8 } = {}): Buffer {
  const parts: Buffer[] = []
  const list: Buffer[] = []
  let at = 0
  for (const [path, content] of Object.entries(files)) {
    const bytes = Buffer.from(content)
    const packed = method === 8 ? deflateRawSync(bytes) : bytes
    const name = Buffer.from(path)
    const common = Buffer.alloc(26)
    common.writeUInt16LE(20, 0)
    common.writeUInt16LE(method, 4)
    common.writeUInt32LE(crc32(bytes), 10)
    common.writeUInt32LE(packed.length, 14)
    common.writeUInt32LE(bytes.length, 18)
    common.writeUInt16LE(name.length, 22)
    const place = Buffer.alloc(14)
    place.writeUInt32LE(at, 10)
    list.push(Buffer.from('PK\x01\x02\x14\0'), common, place, name)
    const file = Buffer.concat([Buffer.from('PK\x03\x04'), common, name, packed])
    parts.push(file)
    at += file.length
  }
  const entries = Buffer.concat(list)
  const end = Buffer.alloc(18)
  const count = Object.keys(files).length
  end.writeUInt16LE(count, 4)
  end.writeUInt16LE(count, 6)
  end.writeUInt32LE(entries.length, 8)
  end.writeUInt32LE(at, 12)
  return Buffer.concat([...parts, entries, Buffer.from('PK\x05\x06'), end])
}
