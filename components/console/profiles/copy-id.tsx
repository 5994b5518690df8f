'use client'

import { useMutation } from '@tanstack/react-query'
import { readProfileToken } from '#lib/console/client/use-profiles.ts'
import { copyText } from '#lib/platform/client/copy-text.ts'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { copyIcon } from '../../ui/later-icons.ts'
import { Failure } from '../failure.tsx'

/** Copies the profile's `ark_` id, which is the agent's secret. The id is fetched on the click and never shown. */
export function CopyId({ id }: { id: string }) {
  const copy = useMutation({
    mutationFn: async () => {
      // Browsers have no clipboard over plain HTTP, except for localhost. Checked before the request, which is audited.
      if (!navigator.clipboard) throw new Error('This page has no access to the clipboard: open it over HTTPS.')
      await copyText(readProfileToken(id))
    },
  })
  return (
    <>
      <Button size="sm" aria-disabled={copy.isPending} onClick={() => copy.isPending || copy.mutate()}>
        <Icon name={copy.isSuccess ? 'check' : copyIcon} small />
        {copy.isSuccess ? 'Copied' : 'Copy id'}
      </Button>
      <span className="sr-only" role="status">
        {copy.isSuccess && 'The id is in the clipboard. It is the agent’s secret.'}
      </span>
      <Failure error={copy.error}>The id was not copied.</Failure>
    </>
  )
}
