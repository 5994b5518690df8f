import type { Metadata } from 'next'
import { BrowsePage } from '#components/console/browse/browse-page.tsx'
import { GET } from '../../api/console/skill-sources/route.ts'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Find skills' }

export default function SkillSources() {
  return (
    <WithAnswers asked={[{ route: GET, path: '/skill-sources' }]}>
      <BrowsePage />
    </WithAnswers>
  )
}
