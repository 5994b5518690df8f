import type { Metadata } from 'next'
import { PeoplePage } from '#components/console/people/people-page.tsx'
import { listPageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'People' }

export default listPageOf(PeoplePage, '/people', '/console-tokens')
