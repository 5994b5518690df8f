import type { Metadata } from 'next'
import { SkillPage } from '#components/console/skills/skill-page.tsx'

type Props = { params: Promise<{ name: string }> }

export async function generateMetadata({ params }: Props): Promise<Metadata> {
  return { title: (await params).name }
}

export default async function Skill({ params }: Props) {
  const { name } = await params
  return <SkillPage name={name} />
}
