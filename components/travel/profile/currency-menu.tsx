'use client'

import { currenciesWith } from '#lib/travel/model/currencies.ts'
import { Select } from '../../ui/select.tsx'
import { useTravelProfile } from './profile-provider.tsx'

/** The currency of the page, in the header. A choice applies to this page and to later searches. */
export function CurrencyMenu({ label }: { label: string }) {
  const { currency, page, save } = useTravelProfile()
  const shown = page?.currency ?? currency
  return (
    <Select
      className="top-button top-currency"
      aria-label={label}
      value={shown}
      onChange={({ target: { value } }) => {
        // A changed profile asks by itself; this page may have another currency than the profile.
        if (value === currency) page?.ask(value)
        void save({ currency: value })
      }}
    >
      {currenciesWith(shown).map((one) => (
        <option key={one}>{one}</option>
      ))}
    </Select>
  )
}

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
