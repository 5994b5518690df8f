'use client'

import { useRouter } from 'next/navigation'
import { useEffect } from 'react'
import { siteAnswers } from '#lib/client/connection.ts'

/** The times of the pages that this document has shown. */
const shown = new Set<number>()

/**
 * Asks the server for the page again if Back shows an earlier answer of the server, because what the person did since is
 * missing there. Only if the site answers, because the router would otherwise leave the page.
 *
 * @param nowMs the server's time when it rendered the page
 */
export function FreshPage({ nowMs }: { nowMs: number }) {
  const router = useRouter()
  useEffect(() => {
    let isLeft = false
    if (shown.has(nowMs)) void siteAnswers().then((answers) => answers && !isLeft && router.refresh())
    shown.add(nowMs)
    return () => {
      isLeft = true
    }
  }, [nowMs, router])
  return null
}
