import type { Metadata } from 'next'
import { SystemPage } from '#components/console/system/system-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'System' }

export default function System() {
  return (
    <WithAnswers asked={['/system', '/tunnel']}>
      <SystemPage />
    </WithAnswers>
  )
}
