import { zstdCompressSync, zstdDecompressSync } from 'node:zlib'

/**
 * Compiled code, compressed. The engine trusts any bytecode it loads, so this class cannot be made from bytes of
 * another origin: `Compiled.by` runs the compiler itself, in this process, and nothing writes the result to disk or
 * into a message.
 */
export class Compiled {
  readonly #packed: Uint8Array

  private constructor(packed: Uint8Array) {
    this.#packed = packed
  }

  /** `compile` returns the output of the engine's own compiler for a source text, and passes on its errors. */
  static by(compile: () => Uint8Array): Compiled {
    return new Compiled(Uint8Array.from(zstdCompressSync(compile())))
  }

  /** The size of the compressed bytecode. */
  get packedBytes(): number {
    return this.#packed.length
  }

  unpack(): Uint8Array {
    return zstdDecompressSync(this.#packed)
  }
}
