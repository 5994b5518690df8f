import { type KeyObject, sign, verify } from 'node:crypto'
import * as z from 'zod'
import { canonicalJson } from '#runner/core/canonical-json.ts'
import type { AuditKeys } from './audit-macs.ts'
import type { Hash } from './merkle.ts'

/** The root of the tree of the first `size` leaves. */
export type TreeHead = { readonly size: bigint; readonly root: Hash; readonly at: Date }

/** A signed tree head, as it is stored and exported. It holds nothing secret. */
export const SignedTreeHead = z.strictObject({
  version: z.literal(2),
  /** The number of rows that it covers. */
  size: z.string().regex(/^[1-9]\d{0,15}$/),
  /** Hex. */
  root: z.string().regex(/^[0-9a-f]{64}$/),
  at: z.iso.datetime({ precision: 3 }),
  /** Ed25519 in SPKI, base64. With an earlier head, anyone can check that the same instance signed both. */
  public_key: z.string(),
  /** Base64. */
  signature: z.string(),
})
export type SignedTreeHead = z.infer<typeof SignedTreeHead>

/** The signed bytes. */
function textOf({ size, root, at }: TreeHead): Buffer {
  const context = 'travel.aw audit tree head v1'
  return Buffer.from(canonicalJson({ context, size: String(size), root, at: at.toISOString() }))
}

export const signHead = (key: KeyObject, head: TreeHead): string => sign(null, textOf(head), key).toString('base64')

export function isSigned(key: KeyObject, head: TreeHead, signature: string): boolean {
  // A head with an invalid time has no text, so it was never signed.
  if (Number.isNaN(head.at.getTime())) return false
  const bytes = Buffer.from(signature, 'base64')
  // Base64 decoding ignores unused bits and invalid characters, so an edited signature could decode to the same bytes.
  return bytes.toString('base64') === signature && verify(null, textOf(head), key, bytes)
}

export function exportedHead(keys: Pick<AuditKeys, 'verifying'>, head: TreeHead, signature: string): SignedTreeHead {
  return {
    version: 2,
    size: String(head.size),
    root: head.root,
    at: head.at.toISOString(),
    public_key: keys.verifying.export({ format: 'der', type: 'spki' }).toString('base64'),
    signature,
  }
}

/** The head, if this instance signed it. Only the instance's own key counts, whatever key the head names. */
export function headOf(keys: Pick<AuditKeys, 'verifying'>, signed: SignedTreeHead): TreeHead | undefined {
  const head = { size: BigInt(signed.size), root: signed.root, at: new Date(signed.at) }
  return isSigned(keys.verifying, head, signed.signature) ? head : undefined
}
