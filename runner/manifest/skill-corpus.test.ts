import { readFileSync } from 'node:fs'
import { basename, join } from 'node:path'
import { describe, expect, it } from 'vitest'
import * as z from 'zod'
import { needs, referenceData } from '../../scripts/testing/needs.ts'
import { nothing } from '../policy/effective-permissions.ts'
import { checkAgentSkill } from './dialects/agent-skill-rules.ts'
import { loadSkillFolder } from './load-skill-folder.ts'
import { formatProblem } from './manifest-problem.ts'
import { readSkillFiles } from './read-folder.ts'

const Index = z.array(z.object({ path: z.string(), sourcePath: z.string(), skillsRef: z.array(z.string()) }))
const corpus = join(referenceData ?? '', 'skills-benign')
const skills =
  referenceData === undefined ? [] : Index.parse(JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8')))

describe('the public skills of the reference data', needs.referenceData, () => {
  it.each(skills)('$path loads without any permission', async ({ path }) => {
    const loaded = await loadSkillFolder(join(corpus, path), { tier: 'untrusted', projectDir: process.cwd() })
    expect(loaded.ok ? '' : loaded.problems.map(formatProblem).join('\n')).toBe('')
    const { permissions } = loaded.ok ? loaded.skill.manifest : {}
    expect(permissions).toEqual({ ...nothing, network: { egress: [], methods: ['GET'] } })
  })

  it.each(skills)('$path passes or fails as in the reference validator', async ({ path, sourcePath, skillsRef }) => {
    const read = await readSkillFiles(join(corpus, path))
    // The corpus renamed the folders, but a skill's name must match its original folder.
    const about = { name: basename(sourcePath), pathOf: (file: string) => `${path}/${file}` }
    const problems = read.ok ? checkAgentSkill(read.skill.files, about) : undefined
    expect(problems?.length === 0, problems?.map(formatProblem).join('\n')).toBe(skillsRef.length === 0)
  })
})
