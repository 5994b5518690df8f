import type { Metadata } from 'next'
import { SkillsPage } from '#components/console/skills/skills-page.tsx'

export const metadata: Metadata = { title: 'Skills' }

export default SkillsPage
