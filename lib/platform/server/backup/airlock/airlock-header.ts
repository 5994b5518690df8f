import { createHash, hkdfSync, randomBytes, timingSafeEqual } from 'node:crypto'
import * as z from 'zod'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { type ScryptCost, scryptHash } from '../../auth/password.ts'
import { AirlockError } from './airlock-error.ts'
import { agree, newKeyPair, PublicKey, publicKeyOf } from './recipient-key.ts'

export const magic = Buffer.from('travel.aw airlock\n')
/** Bytes before the header: the magic and the header's length. */
export const leadBytes = magic.length + 2
const checkBytes = 16
const keyBytes = 32
const longestHeader = 1024

/**
 * Half the memory of an account's password, four times in turn: a guess takes twice the work and as much memory for as
 * long, and a process that moves a large history has 64 MB more for the rest.
 */
export const fileCost: ScryptCost = { ln: 16, r: 8, p: 4 }
/** That of files of version 1 needs the most memory. */
const mostCost: ScryptCost = { ...fileCost, ln: 17 }

/** Whoever knows it opens the file. `cost`: that of guessing it; absent: `fileCost`. Lower in tests only. */
type PassphraseLock = { readonly passphrase: string; readonly cost?: ScryptCost | undefined }
/** For whom a file is encrypted: whoever knows the passphrase, or has the private key of this public key. */
export type AirlockLock = PassphraseLock | { readonly recipient: string }
/** What opens a file. Absent: nothing opens files of that kind. */
export type AirlockSecret = { readonly passphrase?: string | undefined; readonly privateKey?: string | undefined }

/** What the file contains. The reader of one kind refuses the other. */
const AirlockContent = z.enum(['export', 'backup'])
export type AirlockContent = z.infer<typeof AirlockContent>

/** The bounds keep a foreign file from asking for more memory than our own files do. */
const Header = z.strictObject({
  /** Programs that read version 1 only refuse the cost of version 2, and say that the file is newer. */
  version: z.literal([1, 2]),
  content: AirlockContent,
  lock: z.discriminatedUnion('kind', [
    z.strictObject({
      kind: z.literal('passphrase'),
      salt: z.base64url().length(22),
      ln: z.int().min(1).max(mostCost.ln),
      r: z.int().min(1).max(mostCost.r),
      p: z.int().min(1).max(mostCost.p),
    }),
    /** The recipient's public key, and that of a key pair of this file only. */
    z.strictObject({ kind: z.literal('recipient'), recipient: PublicKey, ephemeral: PublicKey }),
  ]),
})
type Header = z.infer<typeof Header>

/** The start of a file, and the key of what follows. */
type Opened = { readonly start: Buffer; readonly key: Buffer; readonly content: AirlockContent }

/** Makes the start of a new file. */
export async function newStart(content: AirlockContent, lock: AirlockLock): Promise<Opened> {
  const made = 'recipient' in lock ? lockTo(lock.recipient) : await lockWith(lock)
  const header: Header = { version: 2, content, lock: made.lock }
  const text = Buffer.from(JSON.stringify(header))
  const length = Buffer.alloc(2)
  length.writeUInt16BE(text.length)
  const { check, key } = keysOf(text, made.master)
  return { start: Buffer.concat([magic, length, text, check]), key, content }
}

/** The number of bytes from the first one to the content. */
export function startLength(lead: Buffer): number {
  if (lead.length < leadBytes || !lead.subarray(0, magic.length).equals(magic)) throw new AirlockError('not_airlock')
  const length = lead.readUInt16BE(magic.length)
  if (length > longestHeader) throw new AirlockError('damaged')
  return leadBytes + length + checkBytes
}

/** Derives the key from the start of a file. */
export async function openStart(start: Buffer, secret: AirlockSecret): Promise<Opened> {
  if (start.length < startLength(start)) throw new AirlockError('damaged')
  const text = start.subarray(leadBytes, start.length - checkBytes)
  const json = jsonOrNot(text.toString('utf8'))
  const header = Header.safeParse(json)
  if (!header.success) {
    const version = z.looseObject({ version: z.int().min(3) }).safeParse(json)
    throw new AirlockError(version.success ? 'newer' : 'damaged')
  }
  const { check, key } = keysOf(text, await masterOf(header.data, secret))
  if (!timingSafeEqual(check, start.subarray(-checkBytes))) throw new AirlockError('locked')
  return { start, key, content: header.data.content }
}

/**
 * The key of the content, and a check that tells a wrong secret from a damaged content. Both depend on every byte of the
 * header.
 */
function keysOf(text: Buffer, master: Buffer) {
  const hash = createHash('sha256').update(text).digest()
  const derive = (purpose: string, bytes: number) => Buffer.from(hkdfSync('sha256', master, hash, purpose, bytes))
  return { check: derive('airlock check', checkBytes), key: derive('airlock content', keyBytes) }
}

const stretch = (passphrase: string, salt: string, cost: ScryptCost) =>
  scryptHash(passphrase.normalize('NFKC'), Buffer.from(salt, 'base64url'), cost)

async function lockWith({ passphrase, cost = fileCost }: PassphraseLock) {
  const salt = randomBytes(16).toString('base64url')
  return { lock: { kind: 'passphrase' as const, salt, ...cost }, master: await stretch(passphrase, salt, cost) }
}

function lockTo(recipient: string) {
  const { privateKey, publicKey } = newKeyPair()
  return {
    lock: { kind: 'recipient' as const, recipient, ephemeral: publicKey },
    master: agree(privateKey, recipient),
  }
}

async function masterOf({ lock }: Header, { passphrase, privateKey }: AirlockSecret): Promise<Buffer> {
  if (lock.kind === 'passphrase') {
    if (passphrase === undefined) throw new AirlockError('locked')
    return stretch(passphrase, lock.salt, lock)
  }
  if (privateKey === undefined || publicKeyOf(privateKey) !== lock.recipient) throw new AirlockError('not_recipient')
  return agree(privateKey, lock.ephemeral)
}
