import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { Prisma } from '#lib/platform/server/db/generated/client.ts'
import { type Outcome, refuse } from '#lib/platform/server/http/outcome.ts'
import { storedProfile } from '../../model/travel-profile.ts'
import type { TravelProfile } from '../../model/usual-profile.ts'

type Db = Pick<DatabaseClient, 'user'>

/** The profile of an account; null if it has none. */
export async function readTravelProfile(db: Db, userId: string): Promise<TravelProfile | null> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { travelProfile: true } })
  return storedProfile(user?.travelProfile)
}

/**
 * Stores the profile of an account, and answers with the stored one. FORBIDDEN for a guest, whose profile stays in the
 * browser.
 *
 * @param keepStored leaves a profile that the account has
 */
export async function storeTravelProfile(
  db: Db,
  userId: string,
  profile: TravelProfile,
  keepStored: boolean,
): Promise<Outcome<TravelProfile>> {
  const user = await db.user.findUnique({ where: { id: userId }, select: { isGuest: true } })
  if (user === null) return refuse('UNAUTHENTICATED')
  if (user.isGuest) return refuse('FORBIDDEN')
  await db.user.updateMany({
    where: { id: userId, ...(keepStored && { travelProfile: { equals: Prisma.DbNull } }) },
    data: { travelProfile: { ...profile } },
  })
  return { ok: true, value: (await readTravelProfile(db, userId)) ?? profile }
}
