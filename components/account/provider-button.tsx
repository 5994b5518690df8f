'use client'

import { signIn } from 'next-auth/react'
import { useState } from 'react'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/texts.tsx'

/** Signs in at the OpenID Connect provider, then returns to `next`. */
export function ProviderButton({ provider, name, next }: { provider: string; name: string; next: string }) {
  const t = useTexts('account')
  const [isBusy, setIsBusy] = useState(false)
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
