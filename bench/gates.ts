import { basename } from 'node:path'
import { checkFiles, checkSkill } from '../gates/check-skill.ts'
import type { SkillCheck } from '../gates/judge.ts'
import { loadRules } from '../gates/load-rules.ts'
import { decisive } from '../gates/score.ts'
import { hostileFolders, manyFiles, openHostileFolder } from '../gates/testing/hostile-folders.ts'
import { readCorpus } from '../gates/testing/read-corpus.ts'
import { type LabelledSkill, readLabelledSkills } from './gates/labelled-skills.ts'
import { type Judged, verdictTable } from './gates/verdict-table.ts'
import { absentLine, type Measurement, timesLines } from './measure.ts'

type Checked = LabelledSkill & Judged & { readonly check: SkillCheck; readonly ms: number }

const manySkills = 300

/**
 * Checks the public skills of the reference data, benign and malicious, without running them. If the verdict is
 * `block`, a malicious skill counts as found, and a benign skill as a false alarm.
 */
export async function gates(): Promise<Measurement[]> {
  const one = { bench: 'gates', subject: 'gates' }
  const data = process.env.TRAVEL_REFERENCE_DATA
  if (data === undefined) return [absentLine(one, 'score', 'set TRAVEL_REFERENCE_DATA to the reference data')]
  const rules = loadRules()
  const checked: Checked[] = []
  for (const skill of await readLabelledSkills(data)) {
    const begun = performance.now()
    const check = await checkFiles(skill.folder, { rules, name: basename(skill.id) })
    checked.push({ ...skill, verdict: check.verdict, check, ms: performance.now() - begun })
  }
  const isBlocked = ({ check }: Checked) => check.verdict === 'block'
  const isStopped = ({ check }: Checked) => check.verdict !== 'admit'
  const malicious = checked.filter(({ isMalicious }) => isMalicious)
  const benign = checked.filter(({ isMalicious }) => !isMalicious)
  const found = malicious.filter(isBlocked)
  const alarms = benign.filter(isBlocked)
  report(
    'admitted, but malicious',
    malicious.filter((skill) => !isStopped(skill)),
  )
  report('stopped, but benign', benign.filter(isStopped))
  process.stderr.write(verdictTable(checked))
  const score = (of: string, part: number, whole: number): Measurement => ({
    ...one,
    of,
    metric: 'score',
    value: whole === 0 ? null : (100 * part) / whole,
    unit: 'of 100',
    n: whole,
  })
  return [
    score('malicious, blocked (recall)', found.length, malicious.length),
    score('malicious, blocked or to review', malicious.filter(isStopped).length, malicious.length),
    score('blocked, malicious (precision)', found.length, found.length + alarms.length),
    score('benign, blocked', alarms.length, benign.length),
    score('benign, to review', benign.filter(({ check }) => check.verdict === 'review').length, benign.length),
    ...timesLines(
      { ...one, of: 'one skill' },
      checked.map(({ ms }) => ms).sort((a, b) => a - b),
    ),
    await timeOfMany(checked, rules),
    ...(await ownExamples(rules)),
    await slowestHostile(rules),
  ]
}

/** The CPU time for the slowest hostile folder, without the time to build the folder. */
async function slowestHostile(rules: ReturnType<typeof loadRules>): Promise<Measurement> {
  let slowest = { what: '', ms: 0 }
  // Far more files than the smallest number that the gates reject.
  const folders = [
    ...hostileFolders.map(([what, , , build]) => [what, build] as const),
    ['100,000 files', manyFiles(100_000)] as const,
  ]
  for (const [what, build] of folders) {
    await using opened = await openHostileFolder(build)
    const before = process.cpuUsage()
    await checkSkill(opened.folder, { rules })
    const { user, system } = process.cpuUsage(before)
    const ms = (user + system) / 1000
    if (ms > slowest.ms) slowest = { what, ms }
  }
  const of = `processor time of the slowest hostile folder: ${slowest.what}`
  return {
    bench: 'gates',
    subject: 'gates',
    of,
    metric: 'p50',
    value: slowest.ms,
    unit: 'ms',
    n: folders.length,
  }
}

/** The results for the examples in `gates/corpus`. */
async function ownExamples(rules: ReturnType<typeof loadRules>): Promise<Measurement[]> {
  const verdicts = await Promise.all(
    readCorpus().map(async ({ name, isMalicious, folder }) => {
      const { verdict } = await checkFiles(folder, { rules, name: name.split('/')[1] ?? name })
      return { isMalicious, verdict }
    }),
  )
  return [
    { of: 'own malicious examples, blocked', isMalicious: true, words: ['block'] },
    { of: 'own malicious examples, blocked or to review', isMalicious: true, words: ['block', 'review'] },
    { of: 'own honest examples, blocked', isMalicious: false, words: ['block'] },
    { of: 'own honest examples, to review', isMalicious: false, words: ['review'] },
  ].map(({ of, isMalicious, words }) => {
    const all = verdicts.filter((one) => one.isMalicious === isMalicious)
    const found = all.filter(({ verdict }) => words.includes(verdict))
    const value = (100 * found.length) / all.length
    return { bench: 'gates', subject: 'gates', of, metric: 'score', value, unit: 'of 100', n: all.length }
  })
}

/** The time for 300 checks in a warm process, cycling through the skills. */
async function timeOfMany(checked: readonly Checked[], rules: ReturnType<typeof loadRules>): Promise<Measurement> {
  const begun = performance.now()
  for (let index = 0; index < manySkills; index += 1) {
    const skill = checked[index % checked.length]
    if (skill !== undefined) await checkFiles(skill.folder, { rules, name: basename(skill.id) })
  }
  return {
    bench: 'gates',
    subject: 'gates',
    of: '300 skills',
    metric: 'p50',
    value: performance.now() - begun,
    unit: 'ms',
    n: 1,
  }
}

function report(title: string, skills: readonly Checked[]): void {
  for (const { id, source, check } of skills) {
    const rulesFound = [...new Set(decisive(check).map(({ rule }) => rule))]
    const found = rulesFound.length === 0 ? 'nothing found' : rulesFound.join(', ')
    process.stderr.write(`${title}: ${id} (${source}): ${check.verdict}, ${found}\n`)
  }
}
