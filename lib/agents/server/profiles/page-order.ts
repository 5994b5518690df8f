import type { Position } from '#lib/platform/server/db/pages.ts'

export const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** The rows after a position, in the order `latestFirst`. Undefined: all rows. */
export const beyond = (from: Position | undefined) =>
  from === undefined ? {} : { OR: [{ createdAt: { lt: from.at } }, { createdAt: from.at, id: { lt: from.id } }] }
