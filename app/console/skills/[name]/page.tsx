import type { Metadata } from 'next'
import { SkillPage } from '#components/console/skills/skill-page.tsx'
import { firstSource, skillPath } from '#lib/console/model/console-skill.ts'
import { pageOfOne } from '../../with-answers.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default pageOfOne(SkillPage, ({ name }) => skillPath(name, firstSource))
