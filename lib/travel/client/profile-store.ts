import { browserStore } from '#lib/platform/client/browser-store.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'
import { CLOCK_COOKIE } from '#lib/platform/model/clock.ts'
import { isTravelProfile } from '../model/generated/travel-profile.ts'
import {
  CURRENCY_COOKIE,
  HOME_COOKIE,
  PROFILE_KEY,
  type ShownProfile,
  type TravelProfile,
} from '../model/usual-profile.ts'

const YEAR_S = 365 * 24 * 3600

/** The stored text of this browser's profile; "" without one. */
export const profileText = (): string => browserStore.getItem(PROFILE_KEY) ?? ''

/** The profile in a stored text; null if there is none, or it is invalid. */
export function profileIn(text: string): TravelProfile | null {
  try {
    const stored: unknown = JSON.parse(text || 'null')
    // Browsers keep profiles from before there were other homes.
    const whole = typeof stored === 'object' && stored !== null ? { other_homes: [], ...stored } : null
    return isTravelProfile(whole) ? whole : null
  } catch {
    return null
  }
}

/** Stores a guest's profile in this browser. False if the browser does not keep it. */
export function keepProfile(profile: TravelProfile): boolean {
  const text = JSON.stringify(profile)
  browserStore.setItem(PROFILE_KEY, text)
  return profileText() === text
}

export const forgetProfile = (): void => browserStore.removeItem(PROFILE_KEY)

/** Stores what the server writes pages with. */
export function showProfile({ currency, clock, home }: ShownProfile): void {
  for (const [name, value] of [
    [CURRENCY_COOKIE, currency],
    [CLOCK_COOKIE, clock],
    [HOME_COOKIE, home],
  ] as const) {
    writeCookie(name, value ?? '', value === null ? 0 : YEAR_S)
  }
}

/**
 * Stores the profile of the account. Returns the account's profile from then on, or null if it could not be stored.
 * Never rejects.
 *
 * @param keepStored leaves a profile that the account has
 */
export async function storeProfile(profile: TravelProfile, keepStored: boolean): Promise<TravelProfile | null> {
  try {
    const response = await fetch('/api/travel-profile', {
      method: 'POST',
      headers: { 'content-type': 'application/json' },
      body: JSON.stringify({ profile, keep_stored: keepStored }),
    })
    const body: unknown = await response.json()
    const stored: unknown = typeof body === 'object' && body && 'profile' in body ? body.profile : null
    return response.ok && isTravelProfile(stored) ? stored : null
  } catch {
    return null
  }
}
