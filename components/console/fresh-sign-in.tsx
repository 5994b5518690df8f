'use client'

import { useIsProofAsked } from '#lib/console/client/fresh-sign-in.ts'
import { lazily } from '../ui/lazily.tsx'

const Dialog = lazily(async () => (await import('./fresh-sign-in-dialog.tsx')).FreshSignInDialog)

/** Asks for the password whenever the server wants a fresh sign-in before an operation. */
export function FreshSignIn() {
  return useIsProofAsked() && <Dialog />
}
