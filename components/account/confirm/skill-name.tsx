import type { ReactNode } from 'react'
import type { ConfirmationView } from '#lib/agents/model/confirmation-view.ts'
import { Icon } from '../../ui/icon.tsx'
import { moreIcons } from '../../ui/more-icons.ts'
import { useRichTexts } from '../../ui/texts.tsx'

/** The name of the skill that asks the question. */
export function SkillName({ skill, version }: Pick<ConfirmationView, 'skill' | 'version'>) {
  const t = useRichTexts('confirm')
  const name = (text: ReactNode) => <span className="mono">{text}</span>
  return (
    <p className="confirm-skill">
      <Icon name={moreIcons.code} small />
      <span>{t('askedBy', { skill, version, name })}</span>
    </p>
  )
}
