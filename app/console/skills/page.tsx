import type { Metadata } from 'next'
import { SkillsPage } from '#components/console/skills/skills-page.tsx'
import { GET } from '../../api/console/skills/route.ts'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills' }

export default function Skills() {
  return (
    <WithAnswers asked={[{ route: GET, path: '/skills' }]}>
      <SkillsPage />
    </WithAnswers>
  )
}
