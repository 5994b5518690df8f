import type { Metadata } from 'next'
import { CredentialsPage } from '#components/console/credentials/credentials-page.tsx'
import { WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Credentials' }

const asked = ['/credentials', '/key-ring']

export default function Credentials() {
  return (
    <WithAnswers asked={asked}>
      <CredentialsPage />
    </WithAnswers>
  )
}
