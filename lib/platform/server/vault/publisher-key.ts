import { createPrivateKey, generateKeyPairSync, sign } from 'node:crypto'
import { recordAct } from '../audit/record-act.ts'
import type { Context } from '../auth/context.ts'
import { travelCommand } from '../env/travel-command.ts'
import { SecretError } from '../secrets/secret-file.ts'
import type { VaultPorts } from './credentials.ts'
import { shareRing } from './current-key.ts'
import { openEnvelope, sealInEnvelope } from './envelope.ts'
import { sealedPublisherKeys } from './sealed-tables.ts'

/** `key`: the public key (base64url). `current`: the one that is there. */
type CreatedKey =
  | { readonly ok: true; readonly key: string }
  | { readonly ok: false; readonly current: string | undefined }

/** An ed25519 key pair of this instance. The private key never leaves the vault. */
export function createPublisherKey({ db, ring, audit, clock, randomBytes }: VaultPorts) {
  const found = (tx: Pick<VaultPorts['db'], 'publisherKey'> = db) => tx.publisherKey.findFirst()
  return {
    /**
     * Makes a new key. Refused with the key that is there, unless `replaces` is that one: those who installed what it
     * signed refuse what another key signs.
     */
    create: ({ principal }: Context, replaces: string | undefined) =>
      db.$transaction(async (tx): Promise<CreatedKey> => {
        await shareRing(tx, ring)
        await tx.$executeRaw`lock table publisher_keys in share row exclusive mode`
        const before = await found(tx)
        if (before?.id !== replaces) return { ok: false, current: before?.id }
        const { publicKey, privateKey } = generateKeyPairSync('ed25519')
        const { x: key } = publicKey.export({ format: 'jwk' })
        if (key === undefined) throw new TypeError('an ed25519 key without its public part')
        const text = privateKey.export({ format: 'pem', type: 'pkcs8' }).toString()
        await tx.publisherKey.deleteMany()
        const sealed = sealInEnvelope(ring(), randomBytes, text, sealedPublisherKeys.subjectOf(key))
        await tx.publisherKey.create({ data: { id: key, ...sealed } })
        await recordAct({ audit, clock }, tx, principal, 'publisher.key_created', 'vault', {
          key,
          ...(before && { replaces: before.id }),
        })
        return { ok: true, key }
      }),

    /**
     * Signs a text. Undefined: there is no key.
     *
     * @throws SecretError if the key cannot be decrypted
     */
    async sign(text: string): Promise<{ readonly key: string; readonly signature: string } | undefined> {
      const row = await found()
      if (row === null) return undefined
      // Read again: a rotation may have encrypted it under a new key, and dropped the old one, meanwhile.
      const opened = open(row) ?? open((await found()) ?? row)
      if (opened === undefined) {
        throw new SecretError(
          `The publisher's key ${row.id} cannot be decrypted: restore the keys of the vault from a backup, or make a new one with: ${travelCommand(`skill publish --new-key --replace ${row.id}`)}`,
        )
      }
      return { key: row.id, signature: sign(null, Buffer.from(text), createPrivateKey(opened)).toString('base64url') }
    },
  }

  function open({ id, sealed }: { readonly id: string; readonly sealed: string }): string | undefined {
    return openEnvelope(ring(), sealed, sealedPublisherKeys.subjectOf(id))
  }
}
