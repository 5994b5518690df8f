'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'

/** The times of the pages that this document has shown. */
const shown = new Set<number>()

/**
 * Asks the server for the page again if Back shows an earlier answer of the server, because what the person did since is
 * missing there. Not without a connection, because the router would then leave the page.
 *
 * @param nowMs the server's time when it rendered the page
 */
export function FreshPage({ nowMs }: { nowMs: number }) {
  const router = useRouter()
  useEffect(() => {
    if (shown.has(nowMs) && navigator.onLine) router.refresh()
    shown.add(nowMs)
  }, [nowMs, router])
  return null
}
