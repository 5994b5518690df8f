import type { ErrorBody } from '#runner/contract/errors.ts'
import { Button } from '../../ui/button.tsx'
import { StatePanel } from './state-panel.tsx'

interface SourceRefusedProps {
  who: string
  error: ErrorBody
  onRetry: () => void
}

/** The provider understood the search and rejected it. */
export function SearchRefused({ who, error }: Omit<SourceRefusedProps, 'onRetry'>) {
  return (
    <StatePanel icon="warn" tone="warn" title={`${who} does not accept this search`}>
      <p>{error.message} Change the places, dates, travelers or currency above and search again.</p>
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
