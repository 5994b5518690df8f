'use client'

import { useMutation } from '@tanstack/react-query'
import { ProfileTokenAnswer } from '#lib/agents/model/console-profile.ts'
import { callConsole } from '#lib/console/client/call-console.ts'
import { copyText } from '#lib/platform/client/copy-text.ts'
import { Icon } from '../../ui/icon.tsx'
import { copyIcon } from '../../ui/later-icons.ts'
import { ActionButton, Failure } from '../console-form.tsx'

/** Copies the profile's `ark_` id, which is the agent's secret. The id is fetched on the click and never shown. */
export function CopyId({ id }: { id: string }) {
  const copy = useMutation({
    mutationFn: async () => {
      // Browsers have no clipboard over plain HTTP, except for localhost. Checked before the request, which is audited.
      if (!navigator.clipboard) throw new Error('This page has no access to the clipboard: open it over HTTPS.')
      const read = callConsole(ProfileTokenAnswer, `/profiles/${id}/token`, { method: 'POST' })
      await copyText(read.then(({ token }) => token))
    },
  })
  return (
    <>
      <ActionButton size="sm" isOff={copy.isPending} onClick={() => copy.mutate()}>
        <Icon name={copy.isSuccess ? 'check' : copyIcon} small />
        {copy.isSuccess ? 'Copied' : 'Copy id'}
      </ActionButton>
      <span className="sr-only" role="status">
        {copy.isSuccess && 'The id is in the clipboard. It is the agent’s secret.'}
      </span>
      <Failure error={copy.error}>The id was not copied.</Failure>
    </>
  )
}
