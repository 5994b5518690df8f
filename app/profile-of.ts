import { cookies, headers } from 'next/headers'
import { cache } from 'react'
import { services } from '#lib/compose/server.ts'
import { CLOCK_COOKIE, readClock } from '#lib/platform/model/clock.ts'
import { CURRENCY_COOKIE, HOME_COOKIE, readCode } from '#lib/travel/model/usual-profile.ts'
import { usualCurrency } from '#lib/travel/server/account/usual-currency.ts'
import { signedInOnce } from './viewer.ts'

/** How the reader travels, as far as the server knows it: a guest's profile is in the browser. */
export const travelProfileOf = cache(async () => {
  const [{ readTravelProfile }, signedIn, jar, list] = await Promise.all([
    services(),
    signedInOnce(),
    cookies(),
    headers(),
  ])
  const account = signedIn && !signedIn.isGuest ? await readTravelProfile(signedIn.userId) : undefined
  const shown = {
    currency: readCode(jar.get(CURRENCY_COOKIE)?.value),
    clock: readClock(jar.get(CLOCK_COOKIE)?.value) ?? null,
    home: readCode(jar.get(HOME_COOKIE)?.value),
  }
  const usual = usualCurrency(list.get('accept-language'))
  const { currency, home } = account ?? shown
  return { account, shown, usualCurrency: usual, currency: currency ?? usual, home }
})

/** Removes what the pages know of a profile from this browser, as after a sign-out. */
export async function hideTravelProfile(): Promise<void> {
  const jar = await cookies()
  for (const name of [CURRENCY_COOKIE, CLOCK_COOKIE, HOME_COOKIE]) jar.delete(name)
}
