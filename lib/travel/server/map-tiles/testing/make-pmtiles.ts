/** A field of a protocol buffer with bytes. */
const field = (number: number, ...bytes: readonly number[]): number[] => [(number << 3) | 2, bytes.length, ...bytes]
const text = (number: number, value: string): number[] => field(number, ...Buffer.from(value))

/** A vector tile with a layer `earth`, whose only feature covers its upper left quarter: four steps of 64 units of 128. */
const square = field(4, 9, 0, 0, 26, 128, 1, 0, 0, 128, 1, 127, 0, 15)
const feature = field(2, 0x18, 3, ...square)
const earth = field(3, ...text(1, 'earth'), ...feature, 0x28, 128, 1, 0x78, 2)

/** A PMTiles file (version 3) with one tile, that of the whole world. */
export function makePmtiles(attribution: string): Buffer {
  const tile = Buffer.from(earth)
  const metadata = Buffer.from(JSON.stringify({ attribution, vector_layers: [{ id: 'earth', fields: {} }] }))
  // One entry: tile id 0, run length 1, the length of the tile, its offset plus one.
  const directory = Buffer.from([1, 0, 1, tile.length, 1])
  const header = Buffer.alloc(127)
  header.write('PMTiles', 0, 'latin1')
  header.writeUInt8(3, 7)
  const parts = [directory, metadata, Buffer.alloc(0), tile]
  let offset = header.length
  for (const [at, part] of parts.entries()) {
    header.writeBigUInt64LE(BigInt(offset), 8 + at * 16)
    header.writeBigUInt64LE(BigInt(part.length), 16 + at * 16)
    offset += part.length
  }
  for (const at of [72, 80, 88]) header.writeBigUInt64LE(1n, at)
  const [clustered, none, mvt] = [1, 1, 1]
  header.set([clustered, none, none, mvt, 0, 0], 96)
  return Buffer.concat([header, ...parts])
}
