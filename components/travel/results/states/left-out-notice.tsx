import { Notice } from '../../../ui/notice.tsx'
import { bold } from '../../../ui/spoken.tsx'
import { useRichTexts } from '../../../ui/texts.tsx'

const MAX_SHOWN = 3
const MAX_CHARACTERS = 40

/** Lists the filters and the sort order in the URL that the list cannot apply. */
export function LeftOutNotice({ parts }: { parts: readonly string[] }) {
  const rich = useRichTexts('results')
  const shown = parts.slice(0, MAX_SHOWN)
  const others = parts.length - shown.length
  // The text comes from the URL: its direction must not affect the sentence.
  const list = () =>
    shown.map((part, at) => (
      <span key={part}>
        {at > 0 && ', '}
        <bdi>{part.length > MAX_CHARACTERS ? `${part.slice(0, MAX_CHARACTERS)}…` : part}</bdi>
      </span>
    ))
  const named = { parts: '…', list }
  return (
    <Notice tone="warn" icon="info">
      {rich('linkParts', {
        ...named,
        count: parts.length,
        b: bold,
        ...(others > 0 && { list: () => rich('andMoreParts', { ...named, count: others }) }),
      })}
    </Notice>
  )
}
