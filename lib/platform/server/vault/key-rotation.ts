import type { Log } from '#runner/core/ports.ts'
import type { Context } from '../auth/context.ts'
import type { Vault } from './open-vault.ts'

/** `failed`: the next rotation continues it. `stopped`: no key could decrypt these values, so the older keys are kept. */
type RotationState =
  | { readonly kind: 'idle' | 'running' | 'failed' }
  | { readonly kind: 'stopped'; readonly unreadable: readonly string[] }

type RotationPorts = { readonly vault: Pick<Vault, 'rotate'>; readonly log: Pick<Log, 'error'> }

/** Rotations of this process, which run in the background. */
export type KeyRotation = ReturnType<typeof createKeyRotation>

export function createKeyRotation({ vault, log }: RotationPorts) {
  let state: RotationState = { kind: 'idle' }
  return {
    state: () => state,
    /** Starts a rotation, unless this process already runs one. */
    start(context: Context) {
      if (state.kind === 'running') return
      state = { kind: 'running' }
      vault.rotate(context).then(
        ({ unreadable }) => {
          state = unreadable.length > 0 ? { kind: 'stopped', unreadable } : { kind: 'idle' }
        },
        (cause: unknown) => {
          state = { kind: 'failed' }
          log.error('the rotation of the vault key stopped; the next one continues it', { cause })
        },
      )
    },
  }
}
