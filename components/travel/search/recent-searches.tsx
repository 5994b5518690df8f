'use client'

import { useSyncExternalStore } from 'react'
import { forgetSearches, rememberedText } from '#lib/travel/client/remembered-text.ts'
import { lazily } from '../../ui/lazily.tsx'
import { useTexts } from '../../ui/texts.tsx'

const changed = 'recent-searches-changed'

function subscribe(notify: () => void): () => void {
  window.addEventListener('storage', notify)
  window.addEventListener(changed, notify)
  return () => {
    window.removeEventListener('storage', notify)
    window.removeEventListener(changed, notify)
  }
}

/** A first visit has no searches, and never loads the list. */
const RecentList = lazily(async () => (await import('./recent-list.tsx')).RecentList)

/** This browser's recent searches. The server does not store them, so they appear once the script runs. */
export function RecentSearches() {
  const t = useTexts('home')
  const text = useSyncExternalStore(subscribe, rememberedText, () => null)

  function clear() {
    forgetSearches()
    window.dispatchEvent(new Event(changed))
  }

  return (
    <section className="recent" aria-labelledby="recent-title">
      <h2 className="heading" id="recent-title">
        {t('recent')}
        {text && (
          <button type="button" className="link recent-clear" onClick={clear}>
            {t('clear')}
          </button>
        )}
      </h2>
      {text === '' && <p className="recent-empty">{t('noRecent')}</p>}
      {text && <RecentList text={text} />}
    </section>
  )
}
