import { crc32, inflateRawSync } from 'node:zlib'

/** Content that breaks a rule of this reader: the message says which. */
export class BadZip extends Error {}

type ZipEntry = {
  readonly path: string
  /** Of the unpacked file. */
  readonly size: number
  /** Unpacks the file. Throws BadZip if it is damaged. */
  read(): Uint8Array
}

const signature = { file: 0x04034b50, entry: 0x02014b50, end: 0x06054b50 } as const
const endBytes = 22
const maxCommentBytes = 65_535
const encryptedFlag = 1

/** The files of a zip archive, in the order of its list. Throws BadZip. */
export function readZip(zip: Buffer): readonly ZipEntry[] {
  try {
    return entriesOf(zip)
  } catch (cause) {
    // A number of the archive points outside it.
    if (cause instanceof RangeError) throw new BadZip('it is no complete zip archive', { cause })
    throw cause
  }
}

function entriesOf(zip: Buffer): readonly ZipEntry[] {
  const end = zip.lastIndexOf(Buffer.from('PK\x05\x06'))
  if (end < 0 || end < zip.length - endBytes - maxCommentBytes) throw new BadZip('it is no complete zip archive')
  const count = zip.readUInt16LE(end + 10)
  const entries: ZipEntry[] = []
  let at = zip.readUInt32LE(end + 16)
  for (let index = 0; index < count; index += 1) {
    if (zip.readUInt32LE(at) !== signature.entry) throw new BadZip('its list of files is damaged')
    const [nameLength, extraLength, commentLength] = [28, 30, 32].map((offset) => zip.readUInt16LE(at + offset))
    const name = zip.subarray(at + 46, at + 46 + (nameLength ?? 0)).toString()
    const path = safePath(name)
    if (zip.readUInt16LE(at + 8) & encryptedFlag) throw new BadZip(`${path} is encrypted`)
    const method = zip.readUInt16LE(at + 10)
    const [sum = 0, packed = 0, size = 0] = [16, 20, 24].map((offset) => zip.readUInt32LE(at + offset))
    const start = zip.readUInt32LE(at + 42)
    if (!name.endsWith('/'))
      entries.push({ path, size, read: () => unpack(zip, { path, method, sum, packed, size, start }) })
    at += 46 + (nameLength ?? 0) + (extraLength ?? 0) + (commentLength ?? 0)
  }
  if (new Set(entries.map(({ path }) => path)).size < entries.length) throw new BadZip('it has a file twice')
  return entries
}

type Packed = {
  readonly path: string
  readonly method: number
  readonly sum: number
  readonly packed: number
  readonly size: number
  readonly start: number
}

function unpack(zip: Buffer, { path, method, sum, packed, size, start }: Packed): Uint8Array {
  const damaged = (cause?: unknown) => new BadZip(`${path} in it is damaged`, { cause })
  if (start + 30 > zip.length || zip.readUInt32LE(start) !== signature.file) throw damaged()
  const from = start + 30 + zip.readUInt16LE(start + 26) + zip.readUInt16LE(start + 28)
  const content = zip.subarray(from, from + packed)
  let bytes: Uint8Array
  if (method === 0) bytes = content
  else if (method === 8) {
    try {
      bytes = size === 0 ? new Uint8Array() : inflateRawSync(content, { maxOutputLength: size })
    } catch (cause) {
      throw damaged(cause)
    }
  } else throw new BadZip(`${path} in it is packed in a way that only newer programs know`)
  if (bytes.length !== size || crc32(bytes) !== sum) throw damaged()
  return bytes
}

/** Refuses a path that would lead out of the folder into which the archive is unpacked. */
function safePath(name: string): string {
  const path = name.replace(/\/$/, '')
  const isSafe = path.split('/').every((part) => part !== '' && part !== '.' && part !== '..')
  if (!isSafe || /[\\:]|\p{Cc}/u.test(path))
    throw new BadZip(`it has a file with a forbidden path: ${JSON.stringify(name)}`)
  return path
}
