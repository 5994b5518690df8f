import type { MoveGuestData } from '#lib/platform/server/auth/ports.ts'
import { maxSavedOffers } from '../../model/saved-offer.ts'
import { maxSavedSearches } from '../../model/saved-search.ts'

/**
 * Moves the offers and searches that a guest saved to the account that the guest signs in to: the newest first, as many
 * as fit. Those that the account has too, and those beyond its limits, stay with the guest and expire there. Searches
 * that stay are paused, because nobody can see them any more.
 */
export const moveGuestTrips: MoveGuestData = async (tx, { previous, userId, at }) => {
  if (previous === undefined || previous.userId === userId) return undefined
  const guest = await tx.session.findFirst({
    where: {
      id: previous.sessionId,
      userId: previous.userId,
      revokedAt: null,
      expiresAt: { gt: at },
      user: { isGuest: true },
    },
    select: { userId: true },
  })
  if (guest === null) return undefined
  // Blocks the saves of both people meanwhile, so that the count stays right.
  await tx.$queryRaw`select id from users where id in (${userId}, ${guest.userId}) order by id for update`
  // Deletes what the account removed for good, as a save does.
  const removed = { where: { userId, removedAt: { not: null } } }
  await tx.savedOffer.deleteMany(removed)
  await tx.savedSearch.deleteMany(removed)
  const room = maxSavedOffers - (await tx.savedOffer.count({ where: { userId } }))
  await tx.$executeRaw`
    update saved_offers set user_id = ${userId} where id in (
      select id from saved_offers mine
      where user_id = ${guest.userId} and removed_at is null and not exists (
        select 1 from saved_offers known where known.user_id = ${userId} and known.product_hash = mine.product_hash
      )
      order by saved_at desc limit ${Math.max(0, room)}
    )`
  const searchRoom = maxSavedSearches.account - (await tx.savedSearch.count({ where: { userId } }))
  await tx.$executeRaw`
    update saved_searches set user_id = ${userId} where id in (
      select id from saved_searches mine
      where user_id = ${guest.userId} and removed_at is null and not exists (
        select 1 from saved_searches known
        where known.user_id = ${userId} and known.kind = mine.kind and known.search = mine.search
      )
      order by saved_at desc limit ${Math.max(0, searchRoom)}
    )`
  await tx.savedSearch.updateMany({ where: { userId: guest.userId, pausedAt: null }, data: { pausedAt: at } })
  return previous.sessionId
}
