import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { StatePanel } from './state-panel.tsx'

export function TimedOut({ who, limitMs, onRetry }: { who: string; limitMs: number; onRetry: () => void }) {
  const t = useTexts('results')
  return (
    <StatePanel
      icon="clock"
      tone="warn"
      title={t('timedOut', { who, seconds: Math.round(limitMs / 1000) })}
      actions={<Button onClick={onRetry}>{t('askAgain')}</Button>}
    >
      <p>{t('timedOutText')}</p>
    </StatePanel>
  )
}
