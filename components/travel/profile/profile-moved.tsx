'use client'

import { Notice } from '../../ui/notice.tsx'
import { TextLink } from '../../ui/text-link.tsx'
import { useTravelProfile } from './profile-provider.tsx'

/** Says that the account has got this browser's profile. */
export function ProfileMoved({ text, link }: { text: string; link: string }) {
  const { isMoved } = useTravelProfile()
  return (
    <div className="profile-moved no-print" aria-live="polite">
      {isMoved && (
        <Notice tone="ok">
          {text} <TextLink href="/profile">{link}</TextLink>
        </Notice>
      )}
    </div>
  )
}
