import { Notice } from '../../ui/notice.tsx'

const MOST_SHOWN = 3
const MOST_CHARACTERS = 40

/** Names the filters and the order of a link that the list cannot use. */
export function LeftOutNotice({ parts }: { parts: readonly string[] }) {
  const shown = parts.slice(0, MOST_SHOWN)
  const others = parts.length - shown.length
  const isOne = parts.length === 1
  return (
    <Notice tone="warn" icon="info">
      <b>{isOne ? 'A part' : `${parts.length} parts`} of this link could not be used:</b>{' '}
      {shown.map((part, at) => (
        <span key={part}>
          {at > 0 && ', '}
          {/* Text of the URL: its direction must not affect the sentence. */}
          <bdi>{part.length > MOST_CHARACTERS ? `${part.slice(0, MOST_CHARACTERS)}…` : part}</bdi>
        </span>
      ))}
      {others > 0 && ` and ${others} more`}. The list is shown without {isOne ? 'it' : 'them'}; choose the filter or
      order again if you need it.
    </Notice>
  )
}
