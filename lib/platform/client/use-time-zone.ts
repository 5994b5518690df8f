import { useSyncExternalStore } from 'react'

const never = () => () => {}
const zoneNow = () => new Intl.DateTimeFormat().resolvedOptions().timeZone

/** The reader's time zone, which does not change while a page is shown. In the server's HTML: `known`. */
export const useTimeZone = <Known extends string | null>(known: Known): string | Known =>
  useSyncExternalStore<string | Known>(never, zoneNow, () => known)
