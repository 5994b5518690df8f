/** The position after a row of a list that is paged by keys, the latest first. */
type Cursor = { readonly at: Date; readonly id: string }

export const cursorOf = ({ createdAt, id }: { createdAt: Date; id: string }): string => `${createdAt.getTime()}.${id}`

/** Undefined: the text is not a cursor of rows whose ids have this prefix. */
export function readCursor(text: string, prefix: 'prof' | 'prop'): Cursor | undefined {
  const [, ms, id] = /^(\d{1,13})\.(\w{1,69})$/.exec(text) ?? []
  return ms === undefined || !id?.startsWith(`${prefix}_`) ? undefined : { at: new Date(Number(ms)), id }
}

export const latestFirst = [{ createdAt: 'desc' as const }, { id: 'desc' as const }]

/** The rows after a cursor, in the order `latestFirst`. */
export const beyond = ({ at, id }: Cursor) => ({
  OR: [{ createdAt: { lt: at } }, { createdAt: at, id: { lt: id } }],
})
