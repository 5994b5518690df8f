import type { ComponentProps } from 'react'
import { Button } from '../../ui/button.tsx'
import { Icon } from '../../ui/icon.tsx'
import { useTexts } from '../../ui/texts.tsx'

export function SaveButton(props: ComponentProps<typeof Button>) {
  const t = useTexts('results')
  return (
    <Button size="sm" className="save-search no-print" {...props}>
      <Icon name="clock" small />
      <span>{t('saveSearch')}</span>
    </Button>
  )
}
