const shape = { hour: '2-digit', minute: '2-digit' } as const
const local = new Intl.DateTimeFormat('en-GB', shape)
const utc = new Intl.DateTimeFormat('en-GB', { ...shape, timeZone: 'UTC' })

/** "14:38" in the reader's time zone, or "13:38 UTC" while that is not known: in the HTML of the server. */
export const clockTime = (iso: string, knowsZone: boolean): string =>
  knowsZone ? local.format(new Date(iso)) : `${utc.format(new Date(iso))} UTC`
