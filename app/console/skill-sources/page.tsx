import type { Metadata } from 'next'
import { BrowsePage } from '#components/console/browse/browse-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Find skills' }

export default function SkillSources() {
  return (
    <WithAnswers asked={['/skill-sources']}>
      <BrowsePage />
    </WithAnswers>
  )
}
