import type { Metadata } from 'next'
import { SkillsPage } from '#components/console/skills/skills-page.tsx'
import { pageOf } from '../with-answers.tsx'

export const metadata: Metadata = { title: 'Skills' }

export default pageOf(SkillsPage, '/skills')
