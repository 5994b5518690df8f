'use client'

import { useTravelProfile } from './profile-provider.tsx'

/** Says that the account has got this browser's profile. */
export function ProfileMoved({ text, link }: { text: string; link: string }) {
  const { isMoved } = useTravelProfile()
  return (
    <div className="profile-moved no-print" aria-live="polite">
      {isMoved && (
        <p>
          {text}{' '}
          <a className="link" href="/profile">
            {link}
          </a>
        </p>
      )}
    </div>
  )
}
