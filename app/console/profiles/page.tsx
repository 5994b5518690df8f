import type { Metadata } from 'next'
import { ProfilesPage } from '#components/console/profiles/profiles-page.tsx'

export const metadata: Metadata = { title: 'Profiles' }

export default ProfilesPage
