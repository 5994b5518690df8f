import { hash } from 'node:crypto'
import { setImmediate as turnOfTheEventLoop } from 'node:timers/promises'
import { inflateSync } from 'node:zlib'
import { isObject } from '#runner/contract/skill-io.ts'

type GitObject = { readonly type: 'commit' | 'tree' | 'blob' | 'tag'; readonly content: Buffer }

/** By object id, which is computed from the content. A server cannot give an object another id. */
export type GitObjects = Map<string, GitObject>

export class PackTooLarge extends Error {}

type PackLimits = { readonly maxObjects: number; readonly maxBytes: number }

const types: Readonly<Record<number, GitObject['type']>> = { 1: 'commit', 2: 'tree', 3: 'blob', 4: 'tag' }
/** Bytes that are unpacked before the event loop gets a turn. */
const sliceBytes = 512 * 1024

/**
 * Reads a pack of a stranger. Each object says its size before its content, and the sizes are counted before anything
 * is unpacked, those of deltas too: neither a small stream nor a small delta grows beyond the limits.
 */
export async function readPack(pack: Buffer, limits: PackLimits): Promise<GitObjects> {
  const end = pack.length - 20
  if (end < 12 || pack.toString('latin1', 0, 4) !== 'PACK') throw new MalformedGit('not a pack')
  if (![2, 3].includes(pack.readUInt32BE(4))) throw new MalformedGit('a pack of an unknown version')
  if (hash('sha1', pack.subarray(0, end), 'hex') !== pack.toString('hex', end)) throw new MalformedGit('a broken pack')
  const count = pack.readUInt32BE(8)
  if (count > limits.maxObjects) throw new PackTooLarge()

  const objects: GitObjects = new Map()
  const byOffset = new Map<number, GitObject>()
  let left = limits.maxBytes
  let slice = sliceBytes
  const take = (size: number): void => {
    left -= size
    if (left < 0) throw new PackTooLarge()
    slice -= size + 256
  }

  let at = 12
  for (let index = 0; index < count; index += 1) {
    const start = at
    const head = readSize(pack, at, 4)
    at = head.next
    const kind = ((pack[start] ?? 0) >> 4) & 7
    let base: GitObject | undefined
    if (kind === 6) {
      const distance = readDistance(pack, at)
      at = distance.next
      base = byOffset.get(start - distance.value)
    } else if (kind === 7) {
      base = objects.get(pack.toString('hex', at, at + 20))
      at += 20
    }
    take(head.value)
    const unpacked = inflate(pack.subarray(at, end), head.value)
    at += unpacked.length
    const object =
      kind === 6 || kind === 7 ? applied(base, unpacked.content, take) : plain(types[kind], unpacked.content)
    byOffset.set(start, object)
    objects.set(objectId(object), object)
    if (slice <= 0) {
      slice = sliceBytes
      await turnOfTheEventLoop()
    }
  }
  if (at !== end) throw new MalformedGit('a pack has more than its objects')
  return objects
}

function plain(type: GitObject['type'] | undefined, content: Buffer): GitObject {
  if (type === undefined) throw new MalformedGit('an object of an unknown type')
  return { type, content }
}

const objectId = ({ type, content }: GitObject): string =>
  hash('sha1', Buffer.concat([Buffer.from(`${type} ${content.length}\0`), content]), 'hex')

type Varint = { readonly value: number; readonly next: number }

/** A size: seven bits in each byte, `firstBits` in the first one, the lowest first. */
function readSize(bytes: Buffer, start: number, firstBits = 7): Varint {
  let at = start
  let value = 0
  let scale = 1
  for (let bits = firstBits; ; bits = 7) {
    const byte = bytes[at]
    at += 1
    if (byte === undefined || at - start > 7) throw new MalformedGit('a size is cut off')
    value += (byte & (2 ** bits - 1)) * scale
    scale *= 2 ** bits
    if (byte < 128) return { value, next: at }
  }
}

/** The distance to the base of a delta: seven bits in each byte, the highest first, one more for each further byte. */
function readDistance(bytes: Buffer, start: number): Varint {
  let at = start
  let value = -1
  for (;;) {
    const byte = bytes[at]
    at += 1
    if (byte === undefined || at - start > 7) throw new MalformedGit('a distance is cut off')
    value = (value + 1) * 128 + (byte & 127)
    if (byte < 128) return { value, next: at }
  }
}

/** Unpacks exactly `size` bytes. `length`: the packed bytes. */
function inflate(packed: Buffer, size: number): { readonly content: Buffer; readonly length: number } {
  let result: unknown
  try {
    const chunkSize = Math.min(Math.max(size + 1, 64), 64 * 1024)
    result = inflateSync(packed, { info: true, maxOutputLength: Math.max(size, 1), chunkSize })
  } catch {
    throw new MalformedGit('an object does not unpack to its size')
  }
  // With `info`, which its types do not know, the function also returns the engine, which counted the packed bytes.
  if (!isObject(result) || !Buffer.isBuffer(result.buffer) || !isEngine(result.engine)) {
    throw new TypeError('zlib returned no engine')
  }
  if (result.buffer.length !== size) throw new MalformedGit('an object does not unpack to its size')
  return { content: result.buffer, length: result.engine.bytesWritten }
}

const isEngine = (engine: unknown): engine is { readonly bytesWritten: number } =>
  typeof engine === 'object' && engine !== null && 'bytesWritten' in engine && typeof engine.bytesWritten === 'number'

/** Applies a delta: instructions that copy a part of the base or insert new bytes. */
function applied(base: GitObject | undefined, delta: Buffer, take: (size: number) => void): GitObject {
  // We ask for packs in which each base comes before its deltas.
  if (base === undefined) throw new MalformedGit('a delta without its base')
  const from = readSize(delta, 0)
  const to = readSize(delta, from.next)
  if (from.value !== base.content.length) throw new MalformedGit('a delta of another base')
  take(to.value)
  const content = Buffer.alloc(to.value)
  let written = 0
  let at = to.next
  while (at < delta.length) {
    const instruction = delta[at] ?? 0
    at += 1
    let source = delta
    let offset = at
    let length = instruction
    if (instruction >= 128) {
      source = base.content
      offset = 0
      length = 0
      for (let bit = 0; bit < 7; bit += 1) {
        if ((instruction & (1 << bit)) === 0) continue
        const byte = delta[at]
        at += 1
        if (byte === undefined) throw new MalformedGit('a delta is cut off')
        if (bit < 4) offset += byte * 2 ** (8 * bit)
        else length += byte * 2 ** (8 * (bit - 4))
      }
      length ||= 0x10000
    } else {
      at += length
    }
    if (length === 0 || offset + length > source.length || written + length > content.length) {
      throw new MalformedGit('a delta leaves its base')
    }
    source.copy(content, written, offset, offset + length)
    written += length
  }
  if (written !== content.length) throw new MalformedGit('a delta gives another size')
  return { type: base.type, content }
}

/** One packet of git's wire format. `flush` ends a message, `delimiter` a section of it. */
type Packet = { readonly kind: 'flush' | 'delimiter' | 'end' } | { readonly kind: 'line'; readonly bytes: Buffer }

export class MalformedGit extends Error {}

const maxLine = 65_516

/** A request of protocol version 2: the command, its capabilities and its arguments. */
export function requestOf(command: string, args: readonly string[]): Buffer {
  const lines = [pktLine(`command=${command}`), pktLine('object-format=sha1'), '0001', ...args.map(pktLine), '0000']
  return Buffer.from(lines.join(''))
}

function pktLine(text: string): string {
  const line = `${text}\n`
  return (Buffer.byteLength(line) + 4).toString(16).padStart(4, '0') + line
}

/** The packets of an answer. Throws `MalformedGit` for anything else. */
export function packetsOf(answer: Uint8Array): Packet[] {
  const bytes = Buffer.from(answer.buffer, answer.byteOffset, answer.length)
  const packets: Packet[] = []
  let at = 0
  while (at < bytes.length) {
    const head = bytes.toString('latin1', at, at + 4)
    if (!/^[0-9a-f]{4}$/i.test(head)) throw new MalformedGit('a packet has no length')
    const length = Number.parseInt(head, 16)
    if (length === 3 || length > maxLine + 4 || at + Math.max(length, 4) > bytes.length) {
      throw new MalformedGit('a packet has a wrong length')
    }
    if (length < 3) packets.push({ kind: length === 0 ? 'flush' : length === 1 ? 'delimiter' : 'end' })
    else packets.push({ kind: 'line', bytes: bytes.subarray(at + 4, at + length) })
    at += Math.max(length, 4)
  }
  return packets
}

/** The text of a packet without its line end. */
export const textOf = (packet: Packet): string | undefined =>
  packet.kind === 'line' ? packet.bytes.toString('utf8').replace(/\n$/, '') : undefined
