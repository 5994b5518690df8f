import { randomUUID } from 'node:crypto'
import { createReadStream } from 'node:fs'
import { mkdir, rename } from 'node:fs/promises'
import { dirname, join } from 'node:path'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import { whenMissing } from '../files/file-errors.ts'
import { replaceFile, textIfPresent } from '../files/replace-file.ts'
import type { AuditKeys } from './audit-macs.ts'
import { headOf, SignedTreeHead, type TreeHead } from './tree-head.ts'

/** The head file is outside the database, so that it survives a deletion of the tables. */
export const auditHeadPath = (dataDir: string): string => join(dataDir, 'audit', 'head.json')

/** `changed`: no instance with this key wrote the head. `line`: its line in a file with several heads. */
export type KnownHead =
  | { readonly kind: 'tree'; readonly head: TreeHead }
  | { readonly kind: 'missing' }
  | { readonly kind: 'changed'; readonly line?: number }

export async function readHeadFile(keys: AuditKeys, path: string): Promise<KnownHead> {
  const text = await textIfPresent(path)
  return text === undefined ? { kind: 'missing' } : parsedHead(keys, text)
}

/** More characters than a head has. */
const maxHeadLength = 65_536

/**
 * The heads in a head file, or in an export with one head in each line. An export grows without limit, so it is read in
 * parts, and only once, because it may be a pipe.
 */
export async function readHeads(keys: AuditKeys, path: string): Promise<readonly KnownHead[]> {
  const heads: KnownHead[] = []
  let [start, number] = ['', 0]
  for await (const line of linesOf(path)) {
    number += 1
    if (start.length <= maxHeadLength) start += `${line}\n`
    if (line.trim() === '') continue
    const head = parsedHead(keys, line)
    heads.push(head.kind === 'changed' ? { ...head, line: number } : head)
  }
  if (heads.some(({ kind }) => kind === 'tree')) return heads
  const whole = parsedHead(keys, start)
  return whole.kind === 'tree' || heads.length === 0 ? [whole] : heads
}

/** A line that is too long for a head may be cut, because it is not valid anyway. */
async function* linesOf(path: string): AsyncGenerator<string> {
  let rest = ''
  const parts: AsyncIterable<string> = createReadStream(/* turbopackIgnore: true */ path, 'utf8')
  for await (const part of parts) {
    const lines = (rest + part).split('\n')
    rest = lines.pop()?.slice(0, maxHeadLength + 1) ?? ''
    yield* lines
  }
  yield rest
}

function parsedHead(keys: AuditKeys, text: string): KnownHead {
  const tree = SignedTreeHead.safeParse(jsonOrNot(text))
  const head = tree.success ? headOf(keys, tree.data) : undefined
  return head ? { kind: 'tree', head } : { kind: 'changed' }
}

/** Replaces the file atomically. */
export async function writeHeadFile(path: string, head: SignedTreeHead): Promise<void> {
  await mkdir(dirname(path), { recursive: true, mode: 0o700 })
  await replaceFile(path, `${JSON.stringify(head, null, 2)}\n`, 0o600)
}

/**
 * Renames the head file of a trail that was deliberately erased. Returns the new path; undefined if there was no file.
 */
export async function setAuditHeadAside(dataDir: string): Promise<string | undefined> {
  const path = auditHeadPath(dataDir)
  const aside = join(dirname(path), `head-${randomUUID()}.json`)
  return rename(path, aside).then(() => aside, whenMissing(undefined))
}
