import { getTranslations } from 'next-intl/server'
import { InlineScript } from '../inline-script.tsx'

/**
 * The delay before the worker is registered, if nobody uses the page before. A new worker downloads pages and their
 * files; after this delay, a search that started with the page has usually ended.
 */
const startAfterMs = 4000

/**
 * Registers the service worker some time after the page has loaded, or as soon as somebody uses the page. Tells it which
 * user the page belongs to, also after a change of user. A worker does not see the requests of the page that registers
 * it, so that page passes the answer of its search on, as after a press on a shared link. On a saved copy of a page,
 * shows the time of the copy.
 */
export const StartWorker = ({ nonce }: { nonce: string | undefined }) => <InlineScript nonce={nonce} script={script} />

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

// On a saved copy:
// - The note stays when the connection is back, because the page is still old. It ends with the page: at a page with
//   another path, which changes the head, and at a new search, which keeps the path.
// - The worker learns only of a change of user: the copy may be older than the sign-in of the user whose copies it keeps.
const script = `{
  const early = window.earlySearch
  // Copied before the page reads it. An abort of the search ends the copy too.
  const copy = early?.answer.then((answer) => answer.clone())
  copy?.catch(() => {})
  const page = document.documentElement
  const { keptAt } = page.dataset
  if (keptAt) {
    const note = document.getElementById('kept-note')
    const { locale, offline, unreached, pages } = note.dataset
    const { pathname } = location
    const at = new Date(Number(keptAt)).toLocaleString(locale, { dateStyle: 'medium', timeStyle: 'short' })
    const text = document.createElement('p')
    const link = document.createElement('a')
    link.href = '/offline'
    link.dataset.kept = ''
    link.textContent = pages
    const say = () => text.replaceChildren((navigator.onLine ? unreached : offline).replace('{at}', at) + ' ', link)
    say()
    note.append(text)
    addEventListener('online', say)
    addEventListener('offline', say)
    const head = new MutationObserver(() => location.pathname === pathname ? note.append(text) : text.remove())
    head.observe(document.head, { childList: true, subtree: true, characterData: true })
    if (pathname.startsWith('/search/')) addEventListener('submit', () => { head.disconnect(); text.remove() })
  }
  if ('serviceWorker' in navigator) addEventListener('load', () => {
    const first = navigator.serviceWorker.controller ? undefined : copy
    let isStarted = false
    const start = async () => {
      if (isStarted) return
      isStarted = true
      try {
        if (!keptAt) await navigator.serviceWorker.register('/sw.js', { updateViaCache: 'none' })
        const { active } = await navigator.serviceWorker.ready
        const tell = (first) => active.postMessage({ viewer: page.dataset.viewer, ...first })
        if (!keptAt) tell()
        first?.then(async (answer) => {
          const [bytes, headers] = [await answer.blob(), [...answer.headers]]
          const files = performance.getEntriesByType('resource').map(({ name }) => name)
          tell({ first: { address: early.address, bytes, headers, files } })
        }).catch(() => {})
        new MutationObserver(() => tell()).observe(page, { attributeFilter: ['data-viewer'] })
      } catch {}
    }
    setTimeout(start, navigator.serviceWorker.controller ? 0 : ${startAfterMs})
    for (const use of ['pointerdown', 'keydown']) addEventListener(use, start, { once: true, passive: true })
  })
}`
