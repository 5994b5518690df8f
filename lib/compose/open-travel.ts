import { createAlertMail } from '#lib/alert-mail/alert-mail.ts'
import { openAlertMails } from '#lib/alert-mail/open-alert-mails.ts'
import { openAlertPush } from '#lib/alert-push/open-alert-push.ts'
import { openAlertPushes } from '#lib/alert-push/open-alert-pushes.ts'
import { baseUrlOf } from '#lib/auth/print-operator-token.ts'
import { createAreaMaps } from '#lib/chart/area-maps.ts'
import { createStripCharts } from '#lib/chart/strip-charts.ts'
import { createMailer } from '#lib/mail/mailer.ts'
import { openAsking } from '#lib/saved-searches/open-asking.ts'
import { createSavedSearches } from '#lib/saved-searches/saved-searches.ts'
import { createDatePrices } from '#lib/search/date-prices.ts'
import { createDayPrices } from '#lib/search/day-prices.ts'
import { createLatestRates } from '#lib/search/latest-rates.ts'
import { createNoteAnswer } from '#lib/search/note-answer.ts'
import { createSearchByCapability } from '#lib/search/search-by-capability.ts'
import { createSearchHistory } from '#lib/search/search-history.ts'
import { createSearchTurns } from '#lib/search/search-turns.ts'
import { createSwitchedOffSource } from '#lib/search/switched-off-source.ts'
import { deriveKey } from '#lib/secrets/derive-key.ts'
import { createShareCards } from '#lib/share/share-cards.ts'
import { createTrips } from '#lib/trips/trips.ts'
import type { Executions } from './open-executions.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'

/** Concurrent background searches: per person and in total. */
const backgroundSearches = { perPerson: 2, inAll: 6 }
/** About 5 MB. */
const mostShareCards = 128

/** What travelers use: searches, prices of other days, saved trips and searches, and price alerts. */
export function openTravel(
  foundation: Foundation,
  { skills, stored, upstreams, providers }: Skills,
  { invokeSkill: invoke, seal }: Executions,
  opened: AsyncDisposableStack,
) {
  const { env, projectRoot, db, secrets, places, limits, clock, randomBytes, log } = foundation
  const turns = createSearchTurns(backgroundSearches)
  const otherDaysPorts = { skills, invoke, places, turns, rateLimits: limits, clock, log }
  const searchPorts = { db, skills, invoke, places, turns, clock, randomBytes, log, perHour: env.savedSearchesPerHour }
  const trips = createTrips({ db, skills, invoke, places, clock, randomBytes, log })
  const savedSearches = createSavedSearches(searchPorts)
  const baseUrl = baseUrlOf(env)
  const mailPorts = {
    db,
    mailer: env.mail && createMailer(env.mail),
    baseUrl,
    unsubscribeKey: deriveKey(secrets.encryptionKey, 'unsubscribe links'),
    places,
    limits,
    clock,
    randomBytes,
    log,
  }
  const push = openAlertPush(
    {
      db,
      secret: deriveKey(secrets.encryptionKey, 'push messages'),
      ...env.push,
      baseUrl,
      upstreams,
      seal,
      places,
      clock,
      randomBytes,
      log,
    },
    opened,
  )
  return {
    stripCharts: createStripCharts({ root: projectRoot }),
    areaMaps: createAreaMaps({ root: projectRoot }),
    searchByCapability: createSearchByCapability({
      skills,
      switchedOff: createSwitchedOffSource({ skills, broker: stored, upstreams }),
      invoke,
      clock,
      log,
    }),
    expectedData: () => (providers.areSample() ? ('sample' as const) : undefined),
    searchTurns: turns,
    searchHistory: createSearchHistory({ db, clock, log }),
    trips,
    savedSearches,
    noteAnswer: createNoteAnswer({ db, trips, savedSearches, log }),
    alertMail: createAlertMail(mailPorts),
    alertPush: push.alertPush,
    latestRates: createLatestRates({ skills, invoke, clock }),
    dayPrices: createDayPrices(otherDaysPorts),
    datePrices: createDatePrices(otherDaysPorts),
    shareCards: createShareCards({ most: mostShareCards }),
    /** Repeats saved searches and sends price alerts, until `opened` is disposed. */
    async work(databaseUrl: string) {
      opened.use(await openAsking(databaseUrl, searchPorts))
      if (env.mail) opened.use(await openAlertMails(databaseUrl, mailPorts))
      opened.use(await openAlertPushes(databaseUrl, push.ports))
    },
  }
}
