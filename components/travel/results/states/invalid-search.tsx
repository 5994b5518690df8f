'use client'

import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

/** A message for each invalid field; the form above keeps the valid values. */
export function InvalidSearch({ sentences, message }: { sentences: readonly string[]; message?: string }) {
  const t = useTexts('results')
  return (
    <StatePanel icon="warn" tone="warn" title={t('checkSearch')}>
      {sentences.length > 0 ? (
        <ul className="state-list">
          {sentences.map((sentence) => (
            <li key={sentence}>{sentence}</li>
          ))}
        </ul>
      ) : (
        <p>{message}</p>
      )}
      <p>{t('changeAbove')}</p>
    </StatePanel>
  )
}
