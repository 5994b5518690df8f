import { createHmac, randomUUID } from 'node:crypto'
import { mkdir, open, readFile, rename, rm } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import * as z from 'zod'
import { canonicalJson } from '#runner/canonical-json.ts'
import { giveToFolderOwner } from '../files/give-to-folder-owner.ts'
import type { AuditKeys } from './audit-keys.ts'
import { isMac } from './audit-macs.ts'
import { headOf, SignedTreeHead, type TreeHead } from './tree-head.ts'

/** The head file of the former chain: its last row and that row's hash. */
const ChainHeadFile = z.strictObject({
  version: z.literal(1),
  row: z.string().regex(/^[1-9]\d{0,18}$/),
  hash: z.string(),
  mac: z.string(),
})

/** The head file is outside the database, so that it survives a deletion of the tables. */
export const auditHeadPath = (dataDir: string): string => join(dataDir, 'audit', 'head.json')

/** `changed`: no instance with this key wrote the head. `line`: its line in a file with several heads. */
export type KnownHead =
  | { readonly kind: 'tree'; readonly head: TreeHead }
  | { readonly kind: 'chain'; readonly row: bigint; readonly hash: string }
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed'; readonly line?: number }

export async function readHeadFile(keys: AuditKeys, path: string): Promise<KnownHead> {
  const text = await readFile(path, 'utf8').catch((cause: unknown) => {
    if (isMissing(cause)) return undefined
    throw cause
  })
  return text === undefined ? { kind: 'missing' } : parsedHead(keys, text)
}

/** The heads in a head file, or in an export with one head in each line. */
export async function readHeads(keys: AuditKeys, path: string): Promise<readonly KnownHead[]> {
  const text = await readFile(path, 'utf8')
  const whole = parsedHead(keys, text)
  if (whole.kind !== 'changed') return [whole]
  const heads = text.split('\n').flatMap((line, index): KnownHead[] => {
    if (line.trim() === '') return []
    const head = parsedHead(keys, line)
    return [head.kind === 'changed' ? { ...head, line: index + 1 } : head]
  })
  return heads.length === 0 ? [whole] : heads
}

function parsedHead(keys: AuditKeys, text: string): KnownHead {
  const json = jsonOf(text)
  const tree = SignedTreeHead.safeParse(json)
  if (tree.success) {
    const head = headOf(keys, tree.data)
    return head ? { kind: 'tree', head } : { kind: 'changed' }
  }
  const chain = ChainHeadFile.safeParse(json)
  if (!chain.success) return { kind: 'changed' }
  const { row, hash, mac } = chain.data
  const own = createHmac('sha256', keys.chain.head).update(canonicalJson({ row, hash })).digest('hex')
  return isMac(mac, own) ? { kind: 'chain', row: BigInt(row), hash } : { kind: 'changed' }
}

/** Replaces the file atomically. */
export async function writeHeadFile(path: string, head: SignedTreeHead): Promise<void> {
  const draft = `${path}.${randomUUID()}`
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  try {
    const file = await open(/* turbopackIgnore: true */ draft, 'wx', 0o600)
    try {
      await file.writeFile(`${JSON.stringify(head, null, 2)}\n`)
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
