import { getTranslations } from 'next-intl/server'

/**
 * The delay before the worker is registered. A new worker downloads pages and their files; after this delay, a search
 * that started with the page has usually ended.
 */
const startAfterMs = 4000

/**
 * Registers the service worker some time after the page has loaded, and tells it which user the page belongs to, also
 * after a change of user. On a saved copy of a page, shows the time of the copy. Inline, so that it adds nothing to the
 * scripts of the first load.
 */
export function StartWorker({ nonce }: { nonce: string | undefined }) {
  return (
    <script
      nonce={nonce}
      // Browsers hide the nonce from scripts, so hydration finds another value.
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: constant; React would escape the text of a script.
      dangerouslySetInnerHTML={{ __html: script }}
    />
  )
}

/**
 * The element in which the script shows that the page is a saved copy, with the texts for it. React leaves it alone.
 */
export async function KeptNote({ locale }: { locale: string }) {
  const t = await getTranslations('offline')
  return (
    <div
      id="kept-note"
      data-locale={locale}
      data-offline={t('keptOffline', { at: '{at}' })}
      data-unreached={t('keptUnreached', { at: '{at}' })}
      data-pages={t('title')}
      className="offline-bar no-print"
      suppressHydrationWarning
      // biome-ignore lint/security/noDangerouslySetInnerHtml: empty.
      dangerouslySetInnerHTML={{ __html: '' }}
    />
  )
}

const script = `{
  const page = document.documentElement
  const { keptAt } = page.dataset
  const note = document.getElementById('kept-note')
  if (keptAt) {
    const { locale, offline, unreached, pages } = note.dataset
    const at = new Date(Number(keptAt)).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    const text = document.createElement('p')
    const link = document.createElement('a')
    link.href = '/offline'
    link.dataset.kept = ''
    link.textContent = pages
    text.append((navigator.onLine ? unreached : offline).replace('{at}', at) + ' ', link)
    note.append(text)
    addEventListener('online', () => note.replaceChildren())
  } else if ('serviceWorker' in navigator) addEventListener('load', () => setTimeout(async () => {
    try {
      await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
      const { active } = await navigator.serviceWorker.ready
      const tell = () => active.postMessage({ viewer: page.dataset.viewer })
      tell()
      new MutationObserver(tell).observe(page, { attributeFilter: ['data-viewer'] })
    } catch {}
  }, navigator.serviceWorker.controller ? 0 : ${startAfterMs}))
}`
