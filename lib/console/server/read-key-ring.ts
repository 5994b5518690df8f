import { readActor } from '#lib/platform/model/actor.ts'
import { nameActors } from '#lib/platform/server/auth/name-actors.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { KeyRotation } from '#lib/platform/server/vault/key-rotation.ts'
import { rotatedAction, type Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { ConsoleKeyRing } from '../model/console-credential.ts'

type KeyRingPorts = {
  readonly db: DatabaseClient
  readonly vault: Pick<Vault, 'ring' | 'countValues' | 'stillUnreadable'>
  readonly keyRotation: Pick<KeyRotation, 'state'>
}

/** The vault's keys by fingerprint, and the progress of a rotation. The answer contains no key. */
export async function readKeyRing({ db, vault, keyRotation }: KeyRingPorts): Promise<ConsoleKeyRing> {
  // Read before the rows: a rotation that ends in between is reported as running, so that the console reads again.
  const state = keyRotation.state()
  const [values, unreadable, last] = await Promise.all([
    vault.countValues(),
    state.kind === 'stopped' ? vault.stillUnreadable(state.unreadable) : [],
    db.auditEvent.findFirst({
      where: { subject: 'vault', action: rotatedAction },
      orderBy: { at: 'desc' },
      select: { at: true, actor: true, source: true },
    }),
  ])
  const named = await nameActors(db, last ? [readActor(last)] : [])
  const { newest, ids } = vault.ring()
  // The last key of the ring is derived from the encryption key, so no rotation drops it. After the first rotation, no
  // value is under it.
  const isFirst = ids.length === 2 && values.left > 0
  return {
    newest: newest.id,
    older: isFirst ? 1 : Math.max(ids.length - 2, 0),
    values,
    rotation: state.kind === 'stopped' ? 'idle' : state.kind,
    unreadable: [...unreadable],
    last: last && { at: last.at.toISOString(), by: named(readActor(last)) },
  }
}
