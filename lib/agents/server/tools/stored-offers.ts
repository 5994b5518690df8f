import * as z from 'zod'
import { createGroupCommit } from '#lib/platform/server/db/batches.ts'
import type { DatabaseClient } from '#lib/platform/server/db/client.ts'
import { storable } from '#lib/platform/server/db/storable.ts'
import { Json } from '#runner/contract/skill-io.ts'
import type { Log } from '#runner/core/ports.ts'
import { type KeptOffer, keptMs, type OfferStore } from './kept-offers.ts'

type Row = KeptOffer & { readonly principalId: string; readonly id: string }
const Offer = z.record(z.string(), Json)

/** Offers in the database, where all processes find them. They are written after the answer that has their ids. */
export function createStoredOffers(db: DatabaseClient, log: Pick<Log, 'warn'>): OfferStore {
  const add = createGroupCommit<Row>({
    async write(rows) {
      const unique = [...new Map(rows.map((row) => [`${row.principalId} ${row.id}`, row])).values()]
      await db.$executeRaw`
        insert into kept_offers (principal_id, id, skill, offer, fetched_at, kept_at)
        select "principalId", id, skill, offer, "fetchedAt", now()
        from jsonb_to_recordset(${JSON.stringify(storable(unique))}::jsonb)
          as r("principalId" text, id text, skill text, offer jsonb, "fetchedAt" text)
        on conflict (principal_id, id) do update set fetched_at = excluded.fetched_at, kept_at = excluded.kept_at`
      return new Map()
    },
  })
  return {
    add(principalId, id, kept) {
      add({ principalId, id, ...kept }).catch((cause: unknown) =>
        log.warn('an offer could not be kept for other processes', { cause }),
      )
    },
    async find(principalId, id) {
      const row = await db.keptOffer.findFirst({
        where: { principalId, id, keptAt: { gt: new Date(Date.now() - keptMs) } },
        select: { skill: true, offer: true, fetchedAt: true },
      })
      return row ? { ...row, offer: Offer.parse(row.offer) } : undefined
    },
  }
}

/** Deletes the offers that are too old. */
export async function forgetOffers(db: Pick<DatabaseClient, 'keptOffer'>): Promise<void> {
  await db.keptOffer.deleteMany({ where: { keptAt: { lte: new Date(Date.now() - keptMs) } } })
}
