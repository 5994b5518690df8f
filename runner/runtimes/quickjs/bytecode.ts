import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Compiled code, packed. The engine believes whatever bytecode it is given, so there is no way to make one of these from
 * bytes that came from elsewhere: `Compiled.by` runs the compiler itself, in this process, and nothing writes the
 * result to disk or into a message.
 */
export class Compiled {
  readonly #packed: Uint8Array

  private constructor(packed: Uint8Array) {
    this.#packed = packed
  }

  /** `compile` gives what the engine's own compiler made of a source text, and throws what it threw. */
  static by(compile: () => Uint8Array): Compiled {
    return new Compiled(Uint8Array.from(zstdCompressSync(compile())))
  }

  /** What it takes to keep it. */
  get packedBytes(): number {
    return this.#packed.length
  }

  unpack(): Uint8Array {
    return zstdDecompressSync(this.#packed)
  }
}
