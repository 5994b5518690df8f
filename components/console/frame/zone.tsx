'use client'

import { createContext, type ReactNode, useContext, useEffect, useState } from 'react'
import { ZONE_COOKIE } from '#lib/console/model/console-day.ts'
import { useIsHydrated } from '#lib/platform/client/use-is-hydrated.ts'
import { useTimeZone } from '#lib/platform/client/use-time-zone.ts'
import { writeCookie } from '#lib/platform/client/write-cookie.ts'

interface Zone {
  /** The IANA time zone of every time, day and axis in the console. */
  zone: string
  /** The browser's time zone, which the operator can exchange for UTC. */
  local: string
  /** False on the server until the browser has said its zone: then the times are in UTC and invisible. */
  isKnown: boolean
  choose: (zone: string) => void
}

const ZoneContext = createContext<Zone>({ zone: 'UTC', local: 'UTC', isKnown: true, choose: () => {} })

/** The time zone in which the console writes, filters and draws. */
export const useZone = () => useContext(ZoneContext)

/** Chooses one time zone for the console: the browser's, or UTC. A cookie tells it to the server. `known`: its value. */
export function ZoneProvider({ known, children }: { known: string | undefined; children: ReactNode }) {
  const local = useTimeZone(known ?? 'UTC')
  const isHydrated = useIsHydrated()
  const [isUtc, setIsUtc] = useState(known === 'UTC')
  const zone = isUtc ? 'UTC' : local
  useEffect(() => writeCookie(ZONE_COOKIE, zone), [zone])
  return (
    <ZoneContext
      value={{
        zone,
        local,
        isKnown: known !== undefined || isHydrated,
        choose: (chosen) => setIsUtc(chosen === 'UTC' && local !== 'UTC'),
      }}
    >
      {children}
    </ZoneContext>
  )
}
