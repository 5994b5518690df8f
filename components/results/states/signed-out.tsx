import type { ReactNode } from 'react'
import { StatePanel } from './state-panel.tsx'

/** The session ended, here or on another device. `signIn` returns to this URL. */
export function SignedOut({ signIn }: { signIn: ReactNode }) {
  return (
    <StatePanel icon="person" title="You are signed out" actions={signIn}>
      <p>Your session has ended. The address keeps your search, which runs as soon as you continue.</p>
    </StatePanel>
  )
}
