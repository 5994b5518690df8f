import type { Metadata } from 'next'
import { SystemPage } from '#components/console/system/system-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'System' }

export default pageOf(SystemPage, '/system', '/tunnel')
