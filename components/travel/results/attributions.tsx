import type { AskedSource } from '#lib/travel/model/results/search-stream.ts'
import { useTexts } from '../../ui/texts.tsx'

interface AttributionsProps {
  sources: readonly AskedSource[]
  /** The skills whose offers are in the list. */
  shown: readonly string[]
}

/** The attributions that the providers of the shown offers require. */
export function Attributions({ sources, shown }: AttributionsProps) {
  const t = useTexts('results')
  const named = sources.flatMap(({ skill, attribution }) =>
    attribution && shown.includes(skill) ? [{ skill, ...attribution }] : [],
  )
  if (named.length === 0) return null
  return (
    <ul className="attributions flow dim" aria-label={t('credits')}>
      {named.map(({ skill, text, url }) => (
        <li key={skill}>
          {url === undefined ? (
            text
          ) : (
            <a className="link" href={url} target="_blank" rel="noopener noreferrer">
              {text}
              <span className="sr-only"> {t('opensNewTab')}</span>
            </a>
          )}
        </li>
      ))}
    </ul>
  )
}
