import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { expect, it } from 'vitest'
import { judge } from '#gates/judge.ts'
import { createSecondOpinion } from '#lib/skills/server/gates/second-opinion.ts'
import { verdictOf } from '#lib/skills/server/installing/skills-lock.ts'
import type { LanguageModel } from '#runner/core/ports.ts'
import { isAgainst, opinionIn } from '../model/second-opinion.ts'
import { gatesView } from './gate-findings.ts'

const said = (text: string): LanguageModel => ({ predict: async () => ({ kind: 'text', text }) })
const failing: LanguageModel = {
  predict: async () => ({ kind: 'failed', reason: 'timeout', message: 'The language model gave no answer in time' }),
}

it.each([
  [
    'doubtful',
    said('{"opinion":"doubtful","acts":["persists","conceals_actions"]}'),
    ['persists', 'conceals_actions'],
    'review',
  ],
  ['harmless', said('{"opinion":"harmless","acts":[]}'), [], 'admit'],
  ['unknown', failing, [], 'admit'],
] as const)(
  'the console and the lock show the opinion %s as the model gave it',
  async (opinion, model, acts, verdict) => {
    await using stack = new AsyncDisposableStack()
    const folder = await mkdtemp(join(tmpdir(), 'travel-opinion-'))
    stack.defer(() => rm(folder, { recursive: true, force: true }))
    await writeFile(join(folder, 'SKILL.md'), 'Find a quiet hotel.\n')
    const { finding } = await createSecondOpinion('llama3: 8b', model).about(folder)
    const check = judge({ name: 'x', digest: 'd', rulesVersion: '', findings: [finding] }, {})
    expect(check.verdict).toBe(verdict)
    const { findings } = gatesView(check)
    expect(opinionIn(findings)).toMatchObject({ model: 'llama3: 8b', opinion, acts })
    expect(findings.filter(isAgainst)).toHaveLength(opinion === 'doubtful' ? 1 : 0)
    expect(verdictOf(check)).toMatchObject({ verdict, opinion: finding.excerpt })
  },
)
