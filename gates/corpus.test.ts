import { beforeAll, expect, it } from 'vitest'
import { checkFiles } from './check-skill.ts'
import { loadRules } from './load-rules.ts'
import { type CorpusSkill, readCorpus } from './testing/read-corpus.ts'

type Judged = Pick<CorpusSkill, 'name' | 'isMalicious'> & { readonly verdict: string }
let judged: Judged[] = []

beforeAll(async () => {
  const rules = loadRules()
  judged = await Promise.all(
    readCorpus().map(async ({ name, isMalicious, folder }) => {
      const { verdict } = await checkFiles(folder, { rules, name: name.split('/')[1] ?? name })
      return { name, isMalicious, verdict }
    }),
  )
})

const namesOf = (isMalicious: boolean, ...verdicts: string[]) =>
  judged.filter((one) => one.isMalicious === isMalicious && verdicts.includes(one.verdict)).map(({ name }) => name)

it('blocks at least 85 % of the malicious examples, and admits at most 5 %', () => {
  const malicious = judged.filter((one) => one.isMalicious).length
  const admitted = namesOf(true, 'admit')
  const left = namesOf(true, 'review')
  expect([malicious >= 60, admitted.length <= malicious * 0.05, admitted]).toEqual([true, true, admitted])
  expect([admitted.length + left.length <= malicious * 0.15, left]).toEqual([true, left])
})

it('blocks no honest skill that looks malicious, and leaves at most 10 % of them to review by the operator', () => {
  const honest = judged.filter((one) => !one.isMalicious).length
  expect([honest >= 60, namesOf(false, 'block')]).toEqual([true, []])
  expect(namesOf(false, 'review').length).toBeLessThanOrEqual(honest * 0.1)
})
