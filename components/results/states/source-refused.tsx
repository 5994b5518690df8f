import type { ErrorBody } from '#runner/contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceRefusedProps {
  who: string
  error: ErrorBody
  onRetry: () => void
}

/**
 * The provider understood the search and rejected it.
 *
 * @param labels the fields that it rejects, if it says so
 */
export function SearchRefused({ who, labels }: { who: string; labels: readonly string[] }) {
  return (
    <StatePanel icon="warn" tone="warn" title={`${who} does not accept this search`}>
      <p>
        {labels.length > 0
          ? `${who} cannot search with this ${labels.join(' and this ')}. Choose another above and search again.`
          : 'Change the places, dates, travelers or currency above and search again.'}
      </p>
    </StatePanel>
  )
}

/** The source is unavailable and a retry is unlikely to help: disabled, without credentials, or stopped. */
export function SourceUnavailable({ who, error, onRetry }: SourceRefusedProps) {
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={`${who} gave no usable answer`}
      actions={<Button onClick={onRetry}>Ask again</Button>}
    >
      <p>{error.message}</p>
      <p className="mono">{error.code}</p>
    </StatePanel>
  )
}
