'use client'

import './kept-pages.css'
import { useEffect, useState } from 'react'
import { isShown, type KeptPage, readKeptIndex } from '#lib/client/offline/kept-index.ts'
import { formatMoment } from '#lib/travel/format.ts'
import { useLocale, useTexts } from '../ui/texts.tsx'

/** Links to the pages saved in this browser, newest first. */
export function KeptPageList() {
  const t = useTexts('offline')
  const locale = useLocale()
  const [pages, setPages] = useState<KeptPage[] | null>(null)
  useEffect(() => {
    // Without HTTPS, browsers have no caches.
    const reading = 'caches' in window ? readKeptIndex(caches) : Promise.resolve(undefined)
    reading.then(
      (index) =>
        setPages((index?.pages ?? []).filter(({ path, atMs }) => path !== '/offline' && isShown(atMs, Date.now()))),
      () => setPages([]),
    )
  }, [])
  if (pages === null) return <p aria-busy="true">{t('reading')}</p>
  if (pages.length === 0) return <p>{t('none')}</p>
  const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
  return (
    <ul className="kept-list">
      {pages.map(({ path, title, atMs }) => (
        <li key={path}>
          <a className="link" href={path} data-kept>
            {title || path}
          </a>
          <span>{t('savedAt', { at: formatMoment(new Date(atMs).toISOString(), locale, zone) })}</span>
        </li>
      ))}
    </ul>
  )
}
