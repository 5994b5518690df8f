import { existsSync, readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import * as z from 'zod'
import { readWholeFolder, type WholeFolder } from '../../gates/read-whole-folder.ts'
import { sha256 } from '../../runner/core/hash.ts'

/** A skill of the reference data. Its text is hostile: it is only ever scanned. */
export type LabelledSkill = {
  readonly id: string
  /** The collection or repository that it was published in. */
  readonly source: string
  readonly category: string
  readonly isMalicious: boolean
  readonly folder: WholeFolder
}

const Entry = z.object({ path: z.string(), label: z.string(), category: z.string(), source: z.string() })
const Line = z.object({
  id: z.string(),
  source: z.string(),
  label: z.enum(['malicious', 'presumed-benign']),
  files: z.array(z.object({ path: z.string(), text: z.string() })),
})

/** Reads all labelled skills below the folder of the reference data: folders with an index, and files of JSON lines. */
export async function readLabelledSkills(data: string): Promise<LabelledSkill[]> {
  const skills: LabelledSkill[] = []
  for (const name of readdirSync(data).sort()) {
    if (!name.startsWith('skills-')) continue
    const corpus = join(data, name)
    if (existsSync(join(corpus, 'index.json'))) skills.push(...(await indexedSkills(corpus)))
    for (const file of readdirSync(corpus).sort()) {
      if (file.endsWith('.jsonl')) skills.push(...linesOf(join(corpus, file)))
    }
  }
  return skills
}

const indexedSkills = (corpus: string): Promise<LabelledSkill[]> =>
  Promise.all(
    z
      .array(Entry)
      .parse(JSON.parse(readFileSync(join(corpus, 'index.json'), 'utf8')))
      .map(async ({ path, label, category, source }) => ({
        id: path,
        source,
        category,
        isMalicious: !label.startsWith('benign'),
        folder: await readWholeFolder(join(corpus, path)),
      })),
  )

const linesOf = (file: string): LabelledSkill[] =>
  readFileSync(file, 'utf8')
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const { id, source, label, files } = Line.parse(JSON.parse(line))
      return {
        id,
        source,
        category: label,
        isMalicious: label === 'malicious',
        folder: {
          files: new Map(files.map(({ path, text }) => [path, Buffer.from(text)])),
          unread: [],
          digest: sha256(line),
        },
      }
    })
