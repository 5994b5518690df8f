import type { Metadata } from 'next'
import { SkillsPage } from '#components/console/skills/skills-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills' }

export default function Skills() {
  return (
    <WithAnswers asked={['/skills']}>
      <SkillsPage />
    </WithAnswers>
  )
}
