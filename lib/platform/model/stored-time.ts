import * as z from 'zod'

/** A time that the database can store and give back: in the years 1 to 9999, whatever its offset. */
export const StoredTime = z.iso.datetime({ offset: true }).refine((time) => {
  const year = new Date(time).getUTCFullYear()
  return year >= 1 && year <= 9999
}, 'must be in the years 1 to 9999')
