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
