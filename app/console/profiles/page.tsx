import type { Metadata } from 'next'
import { ProfilesPage } from '#components/console/profiles/profiles-page.tsx'
import { listPageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Profiles' }

export default listPageOf(ProfilesPage, '/profiles')
