import type { ReactNode } from 'react'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

/** The session ended, here or on another device. `signIn` returns to this URL. */
export function SignedOut({ signIn }: { signIn: ReactNode }) {
  const t = useTexts('results')
  return (
    <StatePanel icon="person" title={t('signedOutTitle')} actions={signIn}>
      <p>{t('signedOutText')}</p>
    </StatePanel>
  )
}
