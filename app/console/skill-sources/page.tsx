import type { Metadata } from 'next'
import { BrowsePage } from '#components/console/browse/browse-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Find skills' }

export default pageOf(BrowsePage, '/skill-sources')
