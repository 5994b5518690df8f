import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import * as z from 'zod'
import type { Evidence } from '#gates/judge.ts'
import { readWholeFolder } from '#gates/read-whole-folder.ts'
import { rulesVersion } from '#gates/rule-texts.ts'
import { sha256 } from '#runner/core/hash.ts'
import { jsonOrNot } from '#runner/core/json-or-not.ts'
import type { CheckApart } from './check-apart.ts'
import { CheckedEvidence } from './check-messages.ts'
import { rulesFolder } from './read-suppressions.ts'

/**
 * What the gates found in the built-in skills when the app was built. The file lies beside the code of the gates: who
 * can write to it can also change the gates.
 */
export const keptEvidenceFile = 'dist/gate-evidence.json'

/** `code`: sha256 (hex) of each file of the gates' code, by path in the project. */
export const KeptEvidence = z.strictObject({
  code: z.record(z.string(), z.string()),
  evidence: z.array(CheckedEvidence),
})
type KeptEvidence = z.infer<typeof KeptEvidence>

/**
 * Answers for the built-in skills without a check: loading what checks a skill takes longer than the rest of a first
 * start. Only for a release with exactly the files that this code checked with these rules. `check` answers for any
 * other.
 */
export function withKeptEvidence(projectRoot: string, check: CheckApart): CheckApart {
  const folderOfRules = rulesFolder(projectRoot)
  let kept: Promise<ReadonlyMap<string, Evidence>> | undefined

  return async (request) => {
    const { folder, name, only, isRelease = false } = request
    if (!isRelease || only !== undefined || request.rulesFolder !== folderOfRules) return check(request)
    kept ??= readKeptEvidence(projectRoot, folderOfRules)
    const known = (await kept).get(name)
    // By the files as they lie there now, like the gates: not by what the manifest or the database says about them.
    return known !== undefined && (await digestOf(folder)) === known.digest ? known : check(request)
  }
}

const digestOf = (folder: string): Promise<string | undefined> =>
  readWholeFolder(folder, { packages: true }).then(
    ({ digest }) => digest,
    () => undefined,
  )

/** The evidence by the name of the skill. Empty: there is none of this code and these rules. */
async function readKeptEvidence(projectRoot: string, rules: string): Promise<ReadonlyMap<string, Evidence>> {
  const text = await readFile(/* turbopackIgnore: true */ join(projectRoot, keptEvidenceFile), 'utf8').catch(() => '')
  const { data } = KeptEvidence.safeParse(jsonOrNot(text))
  if (data === undefined || !(await isCodeOf(projectRoot, data.code))) return new Map()
  const version = rulesVersion(rules)
  return new Map(data.evidence.filter((one) => one.rulesVersion === version).map((one) => [one.name, one]))
}

async function isCodeOf(projectRoot: string, code: KeptEvidence['code']): Promise<boolean> {
  const files = Object.entries(code)
  const same = await Promise.all(
    files.map(async ([file, expected]) => {
      const content = await readFile(/* turbopackIgnore: true */ join(projectRoot, file)).catch(() => undefined)
      return content !== undefined && sha256(content) === expected
    }),
  )
  return files.length > 0 && same.every(Boolean)
}
