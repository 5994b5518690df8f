import type { Prisma } from '#lib/db/generated/client.ts'
import { mostSavedOffers } from '#lib/shared/saved-offer.ts'

type Move = {
  /** The session that ends with the sign-in, as named by its cookie. `moveGuestTrips` verifies it. */
  readonly previous: { readonly userId: string; readonly sessionId: string } | undefined
  readonly userId: string
  readonly at: Date
}

/**
 * Moves what a guest saved to the account that the guest signs in to: the newest first, as many as fit. Offers that the
 * account has too, and those beyond its limit, stay with the guest and expire there.
 *
 * @returns how many were moved; 0 unless the previous session is a valid one of a guest
 */
export async function moveGuestTrips(tx: Prisma.TransactionClient, { previous, userId, at }: Move): Promise<number> {
  if (previous === undefined || previous.userId === userId) return 0
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
  if (guest === null) return 0
  // Blocks the saves of both people meanwhile, so that the count stays right.
  await tx.$queryRaw`select id from users where id in (${userId}, ${guest.userId}) order by id for update`
  // Deletes the account's removed offers for good, as a save does.
  await tx.savedOffer.deleteMany({ where: { userId, removedAt: { not: null } } })
  const room = mostSavedOffers - (await tx.savedOffer.count({ where: { userId } }))
  return tx.$executeRaw`
    update saved_offers set user_id = ${userId} where id in (
      select id from saved_offers mine
      where user_id = ${guest.userId} and removed_at is null and not exists (
        select 1 from saved_offers known where known.user_id = ${userId} and known.product_hash = mine.product_hash
      )
      order by saved_at desc limit ${Math.max(0, room)}
    )`
}
