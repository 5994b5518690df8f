import type { ReactNode } from 'react'
import type { Found } from '#lib/travel/results/found.ts'
import type { ListFailure } from '#lib/travel/results/search-view.ts'
import { Button } from '../../ui/button.tsx'
import { Notice } from '../../ui/notice.tsx'
import { ThrottledNotice } from './throttled-notice.tsx'

interface ListFailureNoticeProps {
  failure: ListFailure
  offers: readonly Found[]
  signIn: ReactNode
  onRetry: () => void
}

/** Above an old or incomplete list: why it could not be refreshed or completed, and what to do. */
export function ListFailureNotice({ failure, offers, signIn, onRetry }: ListFailureNoticeProps) {
  if (failure.kind === 'trouble' && failure.trouble.kind === 'throttled') {
    const old = offers.filter(({ isOld }) => isOld)
    return <ThrottledNotice {...failure.trouble} old={old} onRetry={onRetry} />
  }
  const action =
    failure.kind === 'signed-out' ? (
      signIn
    ) : (
      <Button size="sm" onClick={onRetry}>
        Ask again
      </Button>
    )
  return (
    <Notice tone="warn" icon={failure.kind === 'offline' ? 'offline' : 'info'} action={action}>
      {textOf(failure)}
    </Notice>
  )
}

function textOf(failure: ListFailure): ReactNode {
  switch (failure.kind) {
    case 'offline':
      return (
        <>
          <b>You are offline.</b> The prices below may be out of date.
        </>
      )
    case 'signed-out':
      return (
        <>
          <b>You are signed out.</b> The prices below may be out of date.
        </>
      )
    case 'no-sources':
      return (
        <>
          <b>The sources are switched off for now.</b> The prices below may be out of date.
        </>
      )
    case 'invalid':
    case 'trouble':
    case 'internal':
      return (
        <>
          <b>This is a partial answer.</b> The connection ended before every source had answered.
        </>
      )
  }
}
