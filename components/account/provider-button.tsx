'use client'

import { signIn } from 'next-auth/react'
import { useEffect, useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/texts.tsx'

/** Signs in at the OpenID Connect provider, then returns to `next`. */
export function ProviderButton({ provider, name, next }: { provider: string; name: string; next: string }) {
  const t = useTexts('account')
  const [isBusy, setIsBusy] = useState(false)
  // On Back from the provider, the browser may restore this page as it was left.
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setIsBusy(false)
    }
    window.addEventListener('pageshow', onReturn)
    return () => window.removeEventListener('pageshow', onReturn)
  }, [])
  return (
    <Button
      className="provider-button"
      disabled={isBusy}
      onClick={() => {
        setIsBusy(true)
        signIn(provider, { callbackUrl: next }).catch(() => setIsBusy(false))
      }}
    >
      {isBusy ? t('opening', { name }) : t('continueWith', { name })}
    </Button>
  )
}
