import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

/** The operator switched the source off after the search had started. */
export function SourceOff({ who, onRetry }: { who: string; onRetry: () => void }) {
  const t = useTexts('results')
  return (
    <StatePanel
      icon="info"
      title={t('sourceOff', { who })}
      actions={<Button onClick={onRetry}>{t('askAgain')}</Button>}
    >
      <p>{t('sourceOffText')}</p>
    </StatePanel>
  )
}
