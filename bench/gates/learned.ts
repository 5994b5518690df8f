import { basename } from 'node:path'
import { checkFiles } from '../../gates/check-skill.ts'
import { fileKindOf, textOf } from '../../gates/file-kind.ts'
import type { SkillCheck } from '../../gates/judge.ts'
import { loadRules } from '../../gates/load-rules.ts'
import { readCorpus } from '../../gates/testing/read-corpus.ts'
import { type LabelledSkill, readLabelledSkills } from './labelled-skills.ts'
import { share } from './verdict-table.ts'

/**
 * Measures what learned evidence would add to the rules: a logistic regression over hashed n-grams of characters and
 * words, the structure, and the findings of the rules. It learns from all sources but one and is measured on that one;
 * the benign skills are split into folds, so that none is measured by a model that has seen it. Run it with
 * `TRAVEL_REFERENCE_DATA=… node bench/gates/learned.ts`.
 */
const slots = 2 ** 16
const longest = 20_000
const folds = 5
const epochs = 12
/** The shares of all benign skills that the model may send to review in addition to the rules. */
const extraAlarms = [0.02, 0.05]

type Row = {
  readonly source: string
  readonly isMalicious: boolean
  readonly isStopped: boolean
  readonly fold: number
  readonly features: Uint32Array
}

function hash(text: string): number {
  let value = 2166136261
  for (let at = 0; at < text.length; at += 1) value = Math.imul(value ^ text.charCodeAt(at), 16777619)
  return (value >>> 0) % slots
}

function featuresOf({ files }: LabelledSkill['folder'], { findings }: SkillCheck): Uint32Array {
  const found = new Set<number>()
  const add = (kind: string, text: string) => found.add(hash(`${kind} ${text}`))
  const texts = [...files].flatMap(([file, bytes]) => (fileKindOf(file, bytes).kind === 'text' ? [textOf(bytes)] : []))
  const text = texts.join('\n').slice(0, longest).toLowerCase().replaceAll(/\s+/g, ' ')
  const words = text.match(/[a-z][a-z'_-]*|\d+|[^\sa-z\d]/g) ?? []
  for (const [index, word] of words.entries()) {
    add('word', word)
    add('pair', `${word} ${words[index + 1] ?? ''}`)
  }
  for (let at = 0; at + 5 <= text.length; at += 1) add('letters', text.slice(at, at + 5))
  for (const { rule } of findings) add('rule', rule)
  add('files', String(Math.round(Math.log2(files.size + 1))))
  add('length', String(Math.round(Math.log2(texts.join('').length + 1))))
  return Uint32Array.from(found)
}

/** Weights by AdaGrad. Each source counts with the root of its size, and both labels count equally. */
function learn(rows: readonly Row[]): (row: Row) => number {
  const sizes = Map.groupBy(rows, ({ source, isMalicious }) => `${isMalicious} ${source}`)
  const weightOf = ({ source, isMalicious }: Row) => 1 / Math.sqrt(sizes.get(`${isMalicious} ${source}`)?.length ?? 1)
  const totals = [true, false].map((label) =>
    rows.filter(({ isMalicious }) => isMalicious === label).reduce((sum, row) => sum + weightOf(row), 0),
  )
  const [weights, squares] = [new Float64Array(slots), new Float64Array(slots).fill(1e-6)]
  const score = ({ features }: Row) => {
    let sum = 0
    for (const at of features) sum += weights[at] ?? 0
    return sum / Math.sqrt(features.length)
  }
  for (let epoch = 0; epoch < epochs; epoch += 1) {
    // A fixed step through the rows visits each once, in an order that mixes the sources.
    for (let index = 0; index < rows.length; index += 1) {
      const row = rows[(index * 7919 + epoch) % rows.length]
      if (row === undefined) continue
      const error = 1 / (1 + Math.exp(-score(row))) - (row.isMalicious ? 1 : 0)
      const weight = (weightOf(row) * rows.length) / 2 / (totals[row.isMalicious ? 0 : 1] ?? 1)
      const gradient = (error * weight) / Math.sqrt(row.features.length)
      for (const at of row.features) {
        const step = gradient + 1e-6 * (weights[at] ?? 0)
        squares[at] = (squares[at] ?? 0) + step ** 2
        weights[at] = (weights[at] ?? 0) - (0.1 * step) / Math.sqrt(squares[at] ?? 1)
      }
    }
  }
  return score
}

const rules = loadRules()
const labelled = await readLabelledSkills(process.env.TRAVEL_REFERENCE_DATA ?? '')
const own = readCorpus().map((one) => ({ ...one, id: one.name, source: 'own examples', category: '' }))
const rows: Row[] = []
for (const skill of [...labelled, ...own]) {
  const check = await checkFiles(skill.folder, { rules, name: basename(skill.id) })
  rows.push({
    source: skill.source,
    isMalicious: skill.isMalicious,
    isStopped: check.verdict !== 'admit',
    fold: hash(skill.id) % folds,
    features: featuresOf(skill.folder, check),
  })
}
const isMeasured = ({ source }: Row) => source !== 'own examples'
const benign = rows.filter((row) => isMeasured(row) && !row.isMalicious)
/** Nearly all benign skills are of one source. The others show whether the model knows malice or only that source. */
const [commonest] =
  [...Map.groupBy(benign, ({ source }) => source)].sort(([, a], [, b]) => b.length - a.length)[0] ?? []
const isCommon = (row: Row) => !row.isMalicious && row.source === commonest
const groupOf = (row: Row) => (row.isMalicious ? `malicious, ${row.source}` : 'benign, all other sources')
const lines = extraAlarms.map((): string[] => [])
for (const [group, held] of Map.groupBy(
  rows.filter((row) => isMeasured(row) && !isCommon(row)),
  groupOf,
)) {
  const scores = new Map<Row, number>()
  for (let fold = 0; fold < folds; fold += 1) {
    const isTested = (row: Row) => held.includes(row) || (isCommon(row) && row.fold === fold)
    const score = learn(rows.filter((row) => !isTested(row)))
    for (const row of rows.filter(isTested))
      scores.set(row, (scores.get(row) ?? 0) + score(row) / (isCommon(row) ? 1 : folds))
  }
  const scoreOf = (row: Row) => scores.get(row) ?? 0
  const admitted = benign.filter((row) => isCommon(row) && !row.isStopped).sort((a, b) => scoreOf(b) - scoreOf(a))
  for (const [index, extra] of extraAlarms.entries()) {
    const at = admitted[Math.floor(extra * benign.filter(isCommon).length)]
    const limit = at === undefined ? Number.POSITIVE_INFINITY : scoreOf(at)
    const before = held.filter((row) => row.isStopped).length
    const after = held.filter((row) => row.isStopped || scoreOf(row) > limit).length
    lines[index]?.push(`| ${[group, held.length, share(before, held.length), share(after, held.length)].join(' | ')} |`)
  }
}
for (const [index, extra] of extraAlarms.entries()) {
  const head = '| source left out | skills | rules | rules and model |\n| --- | --- | --- | --- |'
  process.stdout.write(`At ${100 * extra} % more benign skills in review:\n\n${head}\n${lines[index]?.join('\n')}\n\n`)
}
