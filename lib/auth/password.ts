import { type ScryptOptions, scrypt, timingSafeEqual } from 'node:crypto'
import type { RandomBytes } from '#runner/ports.ts'

/** scrypt's cost: 2^`ln` blocks of 128 × `r` bytes, `p` times. */
export type ScryptCost = { readonly ln: number; readonly r: number; readonly p: number }

/** 128 MB and about a tenth of a second for each password. */
export const scryptCost: ScryptCost = { ln: 17, r: 8, p: 1 }

const saltBytes = 16
const hashBytes = 32
const stored = /^\$scrypt\$ln=(\d{1,2}),r=(\d{1,2}),p=(\d{1,2})\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

export type PasswordVerdict = { readonly ok: true; readonly outdated: boolean } | { readonly ok: false }

export type Passwords = {
  /** A text to keep: `$scrypt$ln=…,r=…,p=…$salt$hash`. */
  hash(password: string): Promise<string>
  /**
   * Compares in constant time. With no `kept` text it does the same work and fails, so that an answer's time does not tell
   * which accounts exist. `outdated`: the text was made at another cost and should be made anew.
   */
  verify(password: string, kept: string | null): Promise<PasswordVerdict>
}

/** @param options.concurrency how many hashes are computed at once, since each takes its whole memory */
export function createPasswords(options: {
  randomBytes: RandomBytes
  cost?: ScryptCost
  concurrency?: number
}): Passwords {
  const cost = options.cost ?? scryptCost
  const inTurn = createTurns(options.concurrency ?? 2)
  const derive = (password: string, salt: Uint8Array, at: ScryptCost) =>
    inTurn(() => scryptHash(password.normalize('NFKC'), salt, at))
  const unknownSalt = options.randomBytes(saltBytes)

  return {
    async hash(password) {
      const salt = options.randomBytes(saltBytes)
      const hash = await derive(password, salt, cost)
      return `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(hash)}`
    },
    async verify(password, kept) {
      const parsed = kept === null ? undefined : parseStored(kept)
      if (parsed === undefined) {
        await derive(password, unknownSalt, cost)
        return { ok: false }
      }
      const hash = await derive(password, parsed.salt, parsed.cost)
      if (!timingSafeEqual(hash, parsed.hash)) return { ok: false }
      const { ln, r, p } = parsed.cost
      return { ok: true, outdated: ln !== cost.ln || r !== cost.r || p !== cost.p }
    },
  }
}

function parseStored(kept: string): { cost: ScryptCost; salt: Uint8Array; hash: Uint8Array } | undefined {
  const [, ln, r, p, salt, hash] = stored.exec(kept) ?? []
  if (salt === undefined || hash === undefined) return undefined
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  if (cost.ln < 1 || cost.ln > 20 || cost.r < 1 || cost.r > 16 || cost.p < 1 || cost.p > 16) return undefined
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

function scryptHash(password: string, salt: Uint8Array, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln
  const settings: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p) + 1024 * 1024 }
  const { promise, resolve, reject } = Promise.withResolvers<Buffer>()
  scrypt(password, salt, hashBytes, settings, (error, hash) => (error ? reject(error) : resolve(hash)))
  return promise
}

/** Lets `width` tasks run at once and the rest wait in order. */
function createTurns(width: number): <Value>(task: () => Promise<Value>) => Promise<Value> {
  let running = 0
  const waiting: (() => void)[] = []
  return async (task) => {
    if (running < width) running += 1
    else await new Promise<void>((resolve) => waiting.push(resolve))
    try {
      return await task()
    } finally {
      const next = waiting.shift()
      if (next === undefined) running -= 1
      else next()
    }
  }
}
