'use client'

import './kept-pages.css'
import { useEffect, useState } from 'react'
import { isShown, type KeptPage, readKeptIndex } from '#lib/travel/client/offline/kept-index.ts'
import { formatDays, formatMoment } from '#lib/travel/model/format.ts'
import { isDate } from '#lib/travel/model/offset-time.ts'
import { useLocale, useTexts } from '../../ui/texts.tsx'

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
          <span>
            {daysIn(path, locale)}
            <small>{t('savedAt', { at: formatMoment(new Date(atMs).toISOString(), locale, zone) })}</small>
          </span>
        </li>
      ))}
    </ul>
  )
}

/** The days of a saved search, which tell two searches of one route apart; null for other pages. */
function daysIn(path: string, locale: string): string | null {
  const query = new URLSearchParams(path.replace(/^[^?]*/, ''))
  const days = ['date', 'return_date', 'check_in', 'check_out', 'onward']
    .flatMap((name) => query.getAll(name))
    .map((text) => text.slice(-10))
    .filter(isDate)
  const [from, to = from] = [days[0], days.at(-1)]
  return from === undefined || to === undefined ? null : formatDays(from, to, locale)
}
