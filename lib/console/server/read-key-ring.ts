import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { KeyRotation } from '#lib/platform/server/vault/key-rotation.ts'
import { rotatedAction, type Vault } from '#lib/platform/server/vault/open-vault.ts'
import type { ConsoleKeyRing } from '../model/console-credential.ts'
import { actorNames } from './actor-names.ts'

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
      select: { at: true, actorUserId: true },
    }),
  ])
  const names = await actorNames(db, [last?.actorUserId ?? null])
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
    last: last && { at: last.at.toISOString(), by: nameOf(last.actorUserId, names) },
  }
}

const nameOf = (id: string | null, names: ReadonlyMap<string, string>): string =>
  id === null ? 'the command line' : (names.get(id) ?? 'a deleted account')
