import { Button } from '../../../ui/button.tsx'
import { useTexts } from '../../../ui/texts.tsx'
import { useReader } from '../reader.tsx'
import { StatePanel } from './state-panel.tsx'

export function ProviderDown({ who, onRetry }: { who: string; onRetry: () => void }) {
  const { kind } = useReader()
  const t = useTexts('results')
  return (
    <StatePanel
      icon="warn"
      tone="stop"
      title={t('providerDown', { who })}
      actions={<Button onClick={onRetry}>{t('askAgain')}</Button>}
    >
      <p>{t('providerDownText', { kind })}</p>
    </StatePanel>
  )
}
