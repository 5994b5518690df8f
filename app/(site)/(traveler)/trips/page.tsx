import { AlertWays } from '#components/travel/trips/alert-ways.tsx'
import { PushWay } from '#components/travel/trips/push-way.tsx'
import { searchCodes } from '#components/travel/trips/saved-search-words.ts'
import { TripsPage } from '#components/travel/trips/trips-page.tsx'
import { FreshPage } from '#components/ui/fresh-page.tsx'
import { TextsProvider } from '#components/ui/texts.tsx'
import { getSignedIn, services } from '#lib/compose/server.ts'
import { readingOf, textsFor } from '#lib/platform/server/i18n/reading.ts'
import { titled } from '../../../titled.ts'
import { sendAddressLink, switchAlertMails } from '../../(account)/alert-mail-actions.ts'
import { namesOf } from '../names-of.ts'

export const generateMetadata = titled('trips', 'title')

/** The person's saved trips and searches. A visitor without a session has none. */
export default async function SavedTripsPage() {
  const [signedIn, { trips, savedSearches, alertMail, alertPush, places, clock }, { language }, texts] =
    await Promise.all([
      getSignedIn(),
      services(),
      readingOf(),
      textsFor('alerts', 'flights', 'hotels', 'refusals', 'results', 'travel', 'trips', 'units'),
    ])
  const [saved, searches, mail, push] =
    signedIn === null
      ? [[], [], undefined, undefined]
      : await Promise.all([
          trips.list(signedIn.principal),
          savedSearches.list(signedIn.principal),
          alertMail.state(signedIn.principal),
          alertPush.view(signedIn),
        ])
  // The calendar file names the airports of stops too.
  const segments = saved
    .flatMap((trip) => (trip.kind === 'flights' ? trip.flight.legs : []))
    .flatMap((leg) => leg.segments)
  const ofTrips = segments.flatMap(({ departure, arrival }) => [departure.airport, arrival.airport])
  const codes = [...ofTrips, ...searches.flatMap(searchCodes)]
  const nowMs = clock.now()
  return (
    <TextsProvider {...texts}>
      <FreshPage nowMs={nowMs} />
      <TripsPage
        trips={saved}
        searches={searches}
        alertWays={
          mail && (
            <>
              <AlertWays mail={mail} sendLink={sendAddressLink} switchMails={switchAlertMails} />
              <PushWay push={push} />
            </>
          )
        }
        isMailed={mail?.kind === 'on'}
        names={namesOf([...new Set(codes)], places, language)}
        nowMs={nowMs}
        isGuest={signedIn === null || signedIn.isGuest}
      />
    </TextsProvider>
  )
}
