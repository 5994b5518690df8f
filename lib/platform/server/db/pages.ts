import { type Outcome, refuseField } from '../http/outcome.ts'

/** Pages of a list that is ordered by time and id, the latest rows first. A cursor is the position after a row. */
export type Position = { readonly at: Date; readonly id: string }

export const cursorOf = (at: Date, id: string): string => `${at.getTime()}.${id}`

/** Reads the cursor in `after`. `ids` matches the ids of the list. Undefined: the first page. */
export function readAfter(after: string | undefined, ids: RegExp): Outcome<Position | undefined> {
  if (after === undefined) return { ok: true, value: undefined }
  const [, ms, id] = /^(\d{1,13})\.(.+)$/.exec(after) ?? []
  if (ms === undefined || id === undefined || !ids.test(id)) return refuseAfter
  return { ok: true, value: { at: new Date(Number(ms)), id } }
}

export const refuseAfter = refuseField('after', 'is not the next value of a page')

/** Cuts a page from rows that were read with the limit `size + 1`. `next` is null on the last page. */
export function cutPage<Row>(rows: readonly Row[], size: number, cursorAfter: (row: Row) => string) {
  const shown = rows.slice(0, size)
  const last = rows.length > size ? shown.at(-1) : undefined
  return { shown, next: last === undefined ? null : cursorAfter(last) }
}
