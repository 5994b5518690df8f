import { createHmac, randomUUID, timingSafeEqual } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { canonicalJson } from '#runner/canonical-json.ts'
import { giveToFolderOwner } from '../files/give-to-folder-owner.ts'

/** The last row of the trail that an instance verified: its number and hash. */
export type AuditHead = { readonly row: bigint; readonly hash: string }

const AuditHeadFile = z.strictObject({
  version: z.literal(1),
  row: z.string().regex(/^[1-9]\d{0,18}$/),
  hash: z.string(),
  mac: z.string(),
})

/** Outside the database, so that emptying the table leaves the file intact. */
export const auditHeadPath = (dataDir: string): string => join(dataDir, 'audit', 'head.json')

/** `changed`: an instance with this key did not write it. */
export type KnownHead =
  | { readonly kind: 'known'; readonly head: AuditHead }
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed' }

export async function readAuditHead(key: Uint8Array, path: string): Promise<KnownHead> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return undefined
    throw cause
  })
  if (text === undefined) return { kind: 'missing' }
  const parsed = AuditHeadFile.safeParse(jsonOf(text))
  if (!parsed.success) return { kind: 'changed' }
  const head = { row: BigInt(parsed.data.row), hash: parsed.data.hash }
  const [given, own] = [parsed.data.mac, macOf(key, head)].map((mac) => Buffer.from(mac))
  if (!given || !own || given.length !== own.length || !timingSafeEqual(given, own)) return { kind: 'changed' }
  return { kind: 'known', head }
}

/** Replaces the file atomically. */
export async function writeAuditHead(key: Uint8Array, path: string, head: AuditHead): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  const content = { version: 1, row: String(head.row), hash: head.hash, mac: macOf(key, head) }
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(draft, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(content, null, 2)}\n`)
      await file.sync()
      giveToFolderOwner(file.fd, path)
    } finally {
      await file.close()
    }
    await rename(draft, path)
  } catch (cause) {
    await rm(draft, { force: true })
    throw cause
  }
}

/**
 * Renames the head file of a trail that was deliberately erased. Returns the new path; undefined if there was no file.
 */
export async function setAuditHeadAside(dataDir: string): Promise<string | undefined> {
  const path = auditHeadPath(dataDir)
  const aside = join(dirname(path), `head-${randomUUID()}.json`)
  try {
    await rename(path, aside)
    return aside
  } catch (cause) {
    if (isMissing(cause)) return undefined
    throw cause
  }
}

function macOf(key: Uint8Array, { row, hash }: AuditHead): string {
  return createHmac('sha256', key)
    .update(canonicalJson({ row: String(row), hash }))
    .digest('hex')
}

function jsonOf(text: string): unknown {
  try {
    return JSON.parse(text)
  } catch {
    return undefined
  }
}

function isMissing(cause: unknown): boolean {
  return cause instanceof Error && 'code' in cause && cause.code === 'ENOENT'
}
