import { createHmac, createSecretKey } from 'node:crypto'
import { baseUrlOf } from '#lib/platform/server/env/env.ts'
import type { RateLimits } from '#lib/platform/server/http/rate-limit.ts'
import { createMailer } from '#lib/platform/server/mail/mailer.ts'
import { deriveKey } from '#lib/platform/server/secrets/derive-key.ts'
import type { TravelProfile } from '#lib/travel/model/usual-profile.ts'
import { exportAccount } from '#lib/travel/server/account/export-account.ts'
import { readKeptSearches } from '#lib/travel/server/account/kept-searches.ts'
import { readTravelProfile, storeTravelProfile } from '#lib/travel/server/account/travel-profiles.ts'
import { createAlertMail, openAlertMails } from '#lib/travel/server/alerts/mail/alert-mail.ts'
import { openAlertPush, openAlertPushes } from '#lib/travel/server/alerts/push/open-alert-push.ts'
import { createAreaMaps } from '#lib/travel/server/charts/area-maps.ts'
import { createTileSource } from '#lib/travel/server/map-tiles/tile-source.ts'
import { createHotelPhotos } from '#lib/travel/server/photos/hotel-photos.ts'
import { openRuns } from '#lib/travel/server/saved-searches/open-runs.ts'
import { createSavedSearches } from '#lib/travel/server/saved-searches/saved-searches.ts'
import { createDatePrices } from '#lib/travel/server/search/date-prices.ts'
import { createGuestKeys } from '#lib/travel/server/search/guest-keys.ts'
import { createLatestRates } from '#lib/travel/server/search/latest-rates.ts'
import { createNoteAnswer } from '#lib/travel/server/search/note-answer.ts'
import { createSearchByCapability } from '#lib/travel/server/search/search-by-capability.ts'
import { createSearchHistory } from '#lib/travel/server/search/search-history.ts'
import { createSearchTurns } from '#lib/travel/server/search/search-turns.ts'
import { createSwitchedOffSource } from '#lib/travel/server/search/sources.ts'
import { createShareCards } from '#lib/travel/server/share/share-cards.ts'
import { createTrips } from '#lib/travel/server/trips/trips.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Executions } from './open-executions.ts'
import type { Foundation } from './open-foundation.ts'
import type { Skills } from './open-skills.ts'

/** Concurrent background searches: per person and in total. */
const backgroundSearches = { perPerson: 2, inAll: 6 }
/** About 5 MB. */
const maxShareCards = 128

/** What travelers use: searches, prices of other days, saved trips and searches, and price alerts. */
export function openTravel(
  foundation: Foundation,
  { skills, stored, upstreams, providers, worker }: Skills,
  { invokeSkill: invoke, seal, egress }: Executions,
  limits: RateLimits,
  opened: AsyncDisposableStack,
) {
  const { env, config, projectRoot, db, secrets, places, clock, randomBytes, log } = foundation
  // Created once, because `createHmac` would create a key object from plain bytes at each call.
  const turnsKey = createSecretKey(deriveKey(secrets.encryptionKey, 'turns of guests'))
  const { note, ...guestKeys } = createGuestKeys((key) =>
    createHmac('sha256', turnsKey).update(key).digest('base64url').slice(0, 22),
  )
  const turns = createSearchTurns(backgroundSearches, note)
  const searchPorts = {
    ...{ db, skills, invoke, places, turns, clock, randomBytes, log, perHour: env.savedSearchesPerHour },
    ...guestKeys,
  }
  const trips = createTrips({ db, skills, invoke, places, seal, clock, randomBytes, log })
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
    areaMaps: createAreaMaps({ root: projectRoot }),
    mapTiles: createTileSource(env.map, log),
    hotelPhotos: createHotelPhotos({ skills, config, egress, clock, randomBytes }),
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
    exportAccount: (principal: Pick<Principal, 'id'>) => exportAccount({ db, clock }, principal),
    readKeptSearches: (userId: string) => readKeptSearches(db, userId),
    readTravelProfile: (userId: string) => readTravelProfile(db, userId),
    storeTravelProfile: (userId: string, profile: TravelProfile, keepStored: boolean) =>
      storeTravelProfile(db, userId, profile, keepStored),
    trips,
    savedSearches,
    noteAnswer: createNoteAnswer({ db: db.sql, trips, savedSearches, log }),
    alertMail: createAlertMail(mailPorts),
    alertPush: push.alertPush,
    latestRates: createLatestRates({ skills, invoke, clock }),
    datePrices: createDatePrices({ skills, invoke, places, turns, rateLimits: limits, clock, log }),
    shareCards: createShareCards({ most: maxShareCards }),
    /** Repeats saved searches and sends price alerts, until `work` is disposed. */
    async work(databaseUrl: string, work: AsyncDisposableStack) {
      work.use(await openRuns(databaseUrl, { ...searchPorts, worker }))
      if (env.mail) work.use(await openAlertMails(databaseUrl, mailPorts))
      work.use(await openAlertPushes(databaseUrl, push.ports))
    },
  }
}
