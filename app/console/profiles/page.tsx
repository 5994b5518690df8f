import type { Metadata } from 'next'
import { ProfilesPage } from '#components/console/profiles/profiles-page.tsx'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Profiles({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[await pathWithQuery('/profiles', searchParams)]}>
      <ProfilesPage />
    </WithAnswers>
  )
}
