import { principalOf } from '#lib/platform/server/auth/principal.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import type { Prisma } from '#lib/platform/server/db/generated/client.ts'
import type { Principal } from '#runner/contract/principal.ts'
import type { Clock } from '#runner/core/ports.ts'
import type { AccountExport } from '../../model/account-export.ts'
import { AlertRule } from '../../model/saved-search.ts'
import { storedProfile } from '../../model/travel-profile.ts'
import { keptSearches } from './kept-searches.ts'

type AccountPorts = { readonly db: DatabaseClient; readonly clock: Pick<Clock, 'now'> }

/** A program can start many sessions, so only the latest are included. */
const maxSessions = 500

const iso = (at: Date): string => at.toISOString()
const isoOrNull = (at: Date | null): string | null => at?.toISOString() ?? null

/**
 * A copy of a person's own data, as of one moment. Names each field, so that secret columns stay out. Undefined if the
 * account no longer exists.
 */
export async function exportAccount(
  { db, clock }: AccountPorts,
  { id: userId }: Pick<Principal, 'id'>,
): Promise<AccountExport | undefined> {
  const found = await db.$transaction((tx) => readAccount(tx, userId), { isolationLevel: 'RepeatableRead' })
  if (found === undefined) return undefined
  const { user, points, alerts } = found
  const { id, email, name, mailsAlerts, mailLanguage, confirmedEmail, travelProfile } = user
  return {
    format: 'travel.aw account',
    version: 1,
    exported_at: iso(new Date(clock.now())),
    profile: {
      id,
      email,
      name,
      role: principalOf(user).role,
      created_at: iso(user.createdAt),
      confirmed_email: confirmedEmail,
      mails_alerts: mailsAlerts,
      mail_language: mailLanguage,
    },
    travel_profile: storedProfile(travelProfile),
    identities: found.accounts.map(({ provider, providerAccountId, createdAt }) => ({
      provider,
      subject: providerAccountId,
      added_at: iso(createdAt),
    })),
    searches: keptSearches(found.searches).map(({ searchedAt, ...note }) => ({
      ...note,
      searched_at: iso(searchedAt),
    })),
    trips: found.savedOffers.map((row) => ({
      id: row.id,
      kind: row.kind,
      skill: row.skill,
      search: row.search,
      offer: row.offer,
      data: row.data,
      saved: { amount: row.savedAmount, currency: row.currency, seen_at: iso(row.savedSeenAt) },
      latest: { amount: row.latestAmount, currency: row.currency, seen_at: iso(row.latestSeenAt) },
      ends_at: iso(row.endsAt),
      saved_at: iso(row.savedAt),
      booked_at: isoOrNull(row.bookedAt),
      removed_at: isoOrNull(row.removedAt),
    })),
    saved_searches: found.savedSearches.map((row) => ({
      id: row.id,
      kind: row.kind,
      search: row.search,
      currency: row.currency,
      cabin_bags: row.cabinBags,
      checked_bags: row.checkedBags,
      rule: AlertRule.safeParse(row.rule).data ?? null,
      saved_at: iso(row.savedAt),
      paused_at: isoOrNull(row.pausedAt),
      removed_at: isoOrNull(row.removedAt),
      last_run_at: isoOrNull(row.lastRunAt),
      prices: (points.get(row.id) ?? []).map(({ at, skill, amount, currency, data }) => ({
        at: iso(at),
        skill,
        amount,
        currency,
        data,
      })),
      alerts: (alerts.get(row.id) ?? []).map(({ at, amount, currency, data, seenAt }) => ({
        at: iso(at),
        amount,
        currency,
        data,
        seen_at: isoOrNull(seenAt),
      })),
    })),
    stored_values: found.storedValues.map(({ skill, key, value, storedAt }) => ({
      skill,
      key,
      value: JSON.parse(value),
      stored_at: iso(storedAt),
    })),
    alert_browsers: found.browsers.map(({ createdAt, language }) => ({ added_at: iso(createdAt), language })),
    sessions: found.sessions.map(({ createdAt, lastSeenAt, expiresAt, revokedAt, userAgent }) => ({
      started_at: iso(createdAt),
      last_seen_at: iso(lastSeenAt),
      expires_at: iso(expiresAt),
      ended_at: isoOrNull(revokedAt),
      user_agent: userAgent,
    })),
  }
}

/** Reads one table after the other, because a transaction has only one connection. */
async function readAccount(tx: Prisma.TransactionClient, userId: string) {
  const user = await tx.user.findUnique({ where: { id: userId } })
  if (user === null) return undefined
  const where = { userId }
  const ofSearch = { search: { userId } }
  const bySearch = <Row extends { readonly searchId: string }>(rows: readonly Row[]) =>
    Map.groupBy(rows, ({ searchId }) => searchId)
  return {
    user,
    accounts: await tx.account.findMany({ where, orderBy: { createdAt: 'asc' } }),
    searches: await tx.keptSearch.findMany({ where, orderBy: { searchedAt: 'desc' } }),
    savedOffers: await tx.savedOffer.findMany({ where, orderBy: { savedAt: 'desc' } }),
    savedSearches: await tx.savedSearch.findMany({ where, orderBy: { savedAt: 'desc' } }),
    points: bySearch(await tx.pricePoint.findMany({ where: ofSearch, orderBy: [{ at: 'asc' }, { skill: 'asc' }] })),
    alerts: bySearch(await tx.priceAlert.findMany({ where: ofSearch, orderBy: [{ at: 'asc' }, { id: 'asc' }] })),
    storedValues: await tx.storedValue.findMany({ where, orderBy: [{ skill: 'asc' }, { key: 'asc' }] }),
    browsers: await tx.pushSubscription.findMany({ where, orderBy: { createdAt: 'asc' } }),
    sessions: await tx.session.findMany({
      where,
      orderBy: [{ createdAt: 'desc' }, { id: 'asc' }],
      take: maxSessions,
    }),
  }
}
