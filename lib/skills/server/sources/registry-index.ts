import { createPublicKey, type KeyObject, sign, verify } from 'node:crypto'
import semver from 'semver'
import * as z from 'zod'
import { SkillName, VersionRange } from '#runner/contract/manifest.ts'
import { Sha256Digest } from './agent-skills-index.ts'
import type { Publisher } from './source.ts'

/**
 * The index of a registry: one static file. A version never changes once it is there. These schemas are the source of
 * `docs/registry-index.schema.json`.
 */

/** Exactly this many bytes in base64url without padding. */
const base64url = (bytes: number) =>
  z.string().regex(new RegExp(`^[A-Za-z0-9_-]{${Math.ceil((bytes * 4) / 3)}}$`), `must be ${bytes} bytes in base64url`)

const Version = z
  .string()
  .max(64)
  .regex(/^\d+\.\d+\.\d+(?:-[0-9A-Za-z.-]+)?(?:\+[0-9A-Za-z.-]+)?$/, 'must be a version like 1.2.3')
  .refine((version) => semver.valid(version) !== null, 'must be a version like 1.2.3')

export const RegistryVersion = z.strictObject({
  /** Of a tar.gz or zip, relative to the index or on its host. */
  url: z.string().min(1).max(2_048),
  /** Over the bytes of the archive. */
  digest: Sha256Digest,
  /** Ranges of versions by the name of the skill. */
  dependencies: z
    .record(
      SkillName,
      VersionRange.refine((range) => semver.validRange(range) !== null, 'must be a range like ^1.2.0'),
    )
    .optional(),
  /** The names of skills that this one cannot be beside. */
  conflicts: z.array(SkillName).max(100).optional(),
  publisher: z
    .strictObject({
      /** The ed25519 key. */
      key: base64url(32),
      /** Of the name, the version and the digest; see `signedText`. */
      signature: base64url(64),
    })
    .optional(),
})
export type RegistryVersion = z.infer<typeof RegistryVersion>

const RegistrySkill = z.strictObject({
  description: z.string().max(4_096),
  author: z.string().max(200).optional(),
  categories: z.array(z.string().max(64)).max(20).optional(),
  installs: z.int().min(0).optional(),
  rating: z.number().min(0).max(5).optional(),
  versions: z.record(Version, RegistryVersion),
})

export const RegistryIndex = z.strictObject({
  $schema: z.string().max(2_048).optional(),
  version: z.literal(1),
  skills: z.record(SkillName, RegistrySkill),
})
export type RegistryIndex = z.infer<typeof RegistryIndex>

/** The published JSON Schema of the index, which `npm run config:schema` writes. */
export const registrySchemaFile = 'docs/registry-index.schema.json'
export const registryIndexSchema = (): unknown => z.toJSONSchema(RegistryIndex, { io: 'input' })

/** What a publisher signs. */
export type SignedRelease = { readonly name: string; readonly version: string; readonly digest: string }

/** The text that is signed. The name and the version are part of it, so that no other version can carry the signature. */
export const signedText = ({ name, version, digest }: SignedRelease): string =>
  JSON.stringify(['skill release', 1, name, version, digest])

/** Signs a release with an ed25519 key. */
export const signRelease = (release: SignedRelease, privateKey: KeyObject): Publisher =>
  signText(signedText(release), privateKey)

export function signText(text: string, privateKey: KeyObject): Publisher {
  const { x } = createPublicKey(privateKey).export({ format: 'jwk' })
  if (x === undefined || privateKey.asymmetricKeyType !== 'ed25519') throw new TypeError('not an ed25519 key')
  return { key: x, signature: sign(null, Buffer.from(text), privateKey).toString('base64url') }
}

/** Whether the holder of the key signed this release. */
export function isSignedBy(release: SignedRelease, { key, signature }: { key: string; signature: string }): boolean {
  try {
    const publicKey = createPublicKey({ key: { kty: 'OKP', crv: 'Ed25519', x: key }, format: 'jwk' })
    return verify(null, Buffer.from(signedText(release)), publicKey, Buffer.from(signature, 'base64url'))
  } catch {
    return false
  }
}
