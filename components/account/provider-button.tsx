'use client'

import { useEffect, useState } from 'react'
import { useWhenIdle } from '#lib/platform/client/use-when-idle.ts'
import { Button } from '../ui/button.tsx'
import { useTexts } from '../ui/texts.tsx'
import { FormAlert } from './submit-button.tsx'

// A page without a provider never loads it.
const loadClient = () => import('next-auth/react')

/** Signs in at the OpenID Connect provider, then returns to `next`. Says so if the provider's page cannot be opened. */
export function ProviderButton({ provider, name, next }: { provider: string; name: string; next: string }) {
  const t = useTexts('account')
  const tErrors = useTexts('errors')
  const [state, setState] = useState<'ready' | 'opening' | 'failed'>('ready')
  // A press reports a failure.
  useWhenIdle(true, () => void loadClient().catch(() => {}))
  // On Back from the provider, the browser may restore this page as it was left.
  useEffect(() => {
    const onReturn = ({ persisted }: PageTransitionEvent) => {
      if (persisted) setState('ready')
    }
    window.addEventListener('pageshow', onReturn)
    return () => window.removeEventListener('pageshow', onReturn)
  }, [])
  return (
    <>
      <FormAlert>{state === 'failed' ? tErrors('providerFailed') : undefined}</FormAlert>
      <Button
        className="provider-button"
        disabled={state === 'opening'}
        onClick={() => {
          setState('opening')
          loadClient()
            .then(({ signIn }) => signIn(provider, { callbackUrl: next }))
            .catch(() => setState('failed'))
        }}
      >
        {state === 'opening' ? t('opening', { name }) : t('continueWith', { name })}
      </Button>
    </>
  )
}
