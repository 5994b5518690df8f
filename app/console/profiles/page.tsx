import type { Metadata } from 'next'
import { ProfilesPage } from '#components/console/profiles/profiles-page.tsx'
import { GET } from '../../api/console/profiles/route.ts'
import { pathWithQuery, type SearchParams, WithAnswers } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Profiles' }

export default async function Profiles({ searchParams }: { searchParams: SearchParams }) {
  return (
    <WithAnswers asked={[{ route: GET, path: await pathWithQuery('/profiles', searchParams) }]}>
      <ProfilesPage />
    </WithAnswers>
  )
}
