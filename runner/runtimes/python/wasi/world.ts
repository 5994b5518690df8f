import { createCipheriv, createSecretKey, hash } from 'node:crypto'
import { type Descriptor, Descriptors } from './descriptors.ts'
import { Files, type FixedFiles } from './files.ts'

/** The most that the host takes of one write. */
export const maxRequestBytes = 8 * 1024 * 1024

/** The guest's device: it writes one request at a time, and reads the reply. */
export type Device = {
  /** One request, of which only the first `maxRequestBytes` are there. Throws to end the guest. */
  request(bytes: Buffer): void
  /** The rest of the reply; a promise suspends the guest. Empty: no reply is to come. */
  reply(): Uint8Array | Promise<Uint8Array>
  /** So many bytes of the reply have been read. */
  taken(bytes: number): void
  /** What the guest printed. */
  print(stream: 'stdout' | 'stderr', text: Buffer): void
}

type WorldOptions = {
  readonly fixed: FixedFiles
  /** What is open at the start, besides the standard streams and folders. */
  readonly open?: Iterable<readonly [number, Descriptor]>
  /** Hex. */
  readonly seed: string
  readonly nowMs: number
  readonly device: Device
}

const nsPerMs = 1_000_000n

/**
 * Everything outside the memory of a guest: its files, clock, random numbers and device. The clock moves only when the
 * guest sleeps, and a sleep takes no time, so that an execution with the same answers is the same.
 */
export class World {
  readonly files: Files
  readonly descriptors: Descriptors
  readonly device: Device
  readonly #startNs: bigint
  readonly #seed: string
  #random: ReturnType<typeof createCipheriv> | undefined
  #sleptNs = 0n

  constructor({ fixed, open, seed, nowMs, device }: WorldOptions) {
    this.files = new Files(fixed)
    this.descriptors = new Descriptors(this.files, open)
    this.device = device
    this.#startNs = BigInt(Math.trunc(nowMs)) * nsPerMs
    this.#seed = seed
  }

  /** Nanoseconds since the epoch. */
  wallNs(): bigint {
    return this.#startNs + this.#sleptNs
  }

  /** Nanoseconds since the start. */
  elapsedNs(): bigint {
    return this.#sleptNs
  }

  sleep(ns: bigint): void {
    if (ns > 0n) this.#sleptNs += ns
  }

  /** The next random bytes: the keystream of a cipher, so that earlier bytes do not tell later ones. */
  random(length: number): Uint8Array {
    this.#random ??= keystream(this.#seed)
    return this.#random.update(new Uint8Array(length))
  }
}

function keystream(seed: string): ReturnType<typeof createCipheriv> {
  // Node takes a key object several times as fast as the bytes of a key.
  const key = createSecretKey(hash('sha256', Buffer.from(seed, 'hex'), 'buffer'))
  return createCipheriv('aes-256-ctr', key, new Uint8Array(16))
}
