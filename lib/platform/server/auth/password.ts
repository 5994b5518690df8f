import { type ScryptOptions, scrypt, scryptSync, timingSafeEqual } from 'node:crypto'
import { promisify } from 'node:util'
import { isMainThread } from 'node:worker_threads'
import type { RandomBytes } from '#runner/core/ports.ts'
import { type Applicant, createFairTurns } from './fair-turns.ts'

/** scrypt's cost: 2^`ln` blocks of 128 × `r` bytes, `p` times. */
export type ScryptCost = { readonly ln: number; readonly r: number; readonly p: number }

/** 128 MB and about a tenth of a second for each password. */
export const scryptCost: ScryptCost = { ln: 17, r: 8, p: 1 }

const saltBytes = 16
const hashBytes = 32
/** With a cost that this app can compute: at most 2^20 blocks, 16 times as large, 16 times. */
const stored =
  /^\$scrypt\$ln=(1?[1-9]|10|20),r=([1-9]|1[0-6]),p=([1-9]|1[0-6])\$([A-Za-z0-9+/]{22})\$([A-Za-z0-9+/]{43})$/

/** Too many passwords wait to be hashed; this one was not hashed. */
type Busy = { readonly ok: false; readonly retryAfterMs: number }

type PasswordVerdict =
  | { readonly ok: true; readonly outdated: boolean }
  | { readonly ok: false; readonly retryAfterMs?: never }
  | Busy

export type Passwords = ReturnType<typeof createPasswords>

/** Each hash uses a core and its full memory. */
const width = 2
const widthOfAddress = 1
/** The last task of one address waits about three seconds, and the last task of all about five. */
const maxWaiting = 32
const maxWaitingOfAddress = 10
/** After this time a full queue has plenty of room. */
const retryAfterMs = 5_000

export function createPasswords(options: { randomBytes: RandomBytes; cost?: ScryptCost }) {
  const cost = options.cost ?? scryptCost
  const turns = createFairTurns({ width, widthOfAddress, maxWaiting, maxWaitingOfAddress })
  const derive = (password: string, salt: Uint8Array, at: ScryptCost, applicant: Applicant) =>
    turns.run(applicant, () => scryptHash(password.normalize('NFKC'), salt, at))
  const unknown = { cost, salt: options.randomBytes(saltBytes), hash: undefined }
  const busy = { ok: false, retryAfterMs } as const

  return {
    /** The text to store: `$scrypt$ln=…,r=…,p=…$salt$hash`. */
    async hash(password: string, applicant: Applicant): Promise<{ readonly ok: true; readonly text: string } | Busy> {
      const salt = options.randomBytes(saltBytes)
      const hash = await derive(password, salt, cost, applicant)
      if (hash === undefined) return busy
      return { ok: true, text: `$scrypt$ln=${cost.ln},r=${cost.r},p=${cost.p}$${unpadded(salt)}$${unpadded(hash)}` }
    },
    /**
     * Compares in constant time. If `kept` is null, does the same work and fails, so that the response time does not
     * reveal which accounts exist. `outdated`: the hash has another cost and should be replaced.
     */
    async verify(password: string, kept: string | null, applicant: Applicant): Promise<PasswordVerdict> {
      const known = parseStored(String(kept)) ?? unknown
      const hash = await derive(password, known.salt, known.cost, applicant)
      if (hash === undefined) return busy
      if (known.hash === undefined || !timingSafeEqual(hash, known.hash)) return { ok: false }
      const { ln, r, p } = known.cost
      return { ok: true, outdated: ln !== cost.ln || r !== cost.r || p !== cost.p }
    },
  }
}

function parseStored(kept: string): { cost: ScryptCost; salt: Uint8Array; hash: Uint8Array } | undefined {
  const match = stored.exec(kept)
  if (match === null) return undefined
  const [, ln, r, p, salt = '', hash = ''] = match
  const cost = { ln: Number(ln), r: Number(r), p: Number(p) }
  return { cost, salt: Buffer.from(salt, 'base64'), hash: Buffer.from(hash, 'base64') }
}

const scryptInPool = promisify<string, Uint8Array, number, ScryptOptions, Buffer>(scrypt)

const unpadded = (bytes: Uint8Array): string => Buffer.from(bytes).toString('base64').replace(/=+$/, '')

/**
 * 32 bytes that take as long to compute as the cost says. A thread of its own computes them itself, because the threads
 * that do it for the app have the app's priority.
 */
export async function scryptHash(password: string, salt: Uint8Array, { ln, r, p }: ScryptCost): Promise<Buffer> {
  const N = 2 ** ln
  const settings: ScryptOptions = { N, r, p, maxmem: 128 * r * (N + p) + 1024 * 1024 }
  if (!isMainThread) return scryptSync(password, salt, hashBytes, settings)
  return await scryptInPool(password, salt, hashBytes, settings)
}
