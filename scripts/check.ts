import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { readArguments } from './arguments.ts'
import { formatOf, runAll, types, unitTestsOf } from './checks.ts'
import { prepare, sourceSteps } from './prepare.ts'
import { main, root } from './steps.ts'
import { isModule, relatedTests, testsOfWholeProject } from './testing/related-tests.ts'

/** How many files with tests run at most: much of the code imports the contracts, and the check is to take seconds. */
const mostTests = 30

const git = (...args: string[]): string[] =>
  execFileSync('git', args, { cwd: root, encoding: 'utf8', stdio: 'pipe', maxBuffer: 2 ** 26 })
    .split('\n')
    .filter((line) => line !== '')

/** The commit at which this branch left its upstream; without an upstream, the last commit. */
const forkPoint = (): string => {
  try {
    return git('merge-base', 'HEAD', '@{upstream}')[0] ?? 'HEAD'
  } catch {
    return 'HEAD'
  }
}

/**
 * `npm run check [-- --base REVISION]`: checks what has changed since a revision, committed or not. Every check runs,
 * even if another one fails. `npm run validate` checks the whole project.
 */
await main(async () => {
  const { options } = readArguments({ base: 'text' })
  const isThere = (file: string) => existsSync(join(root, file))
  const untracked = git('ls-files', '--others', '--exclude-standard')
  const changed = [...git('diff', '--name-only', options.base ?? forkPoint()), ...untracked]
  if (changed.length === 0) {
    process.stdout.write('Nothing has changed. --base REVISION compares with an earlier state.\n')
    return 0
  }
  await prepare(sourceSteps)
  const modules = [...git('ls-files', '--', '*.ts', '*.tsx'), ...untracked.filter(isModule)]
  const sources = new Map(modules.filter(isThere).map((file) => [file, readFileSync(join(root, file), 'utf8')]))
  const related = relatedTests(changed, sources)
  const tests = [...new Set([...related.slice(0, mostTests), ...testsOfWholeProject(sources)])]
  await runAll([formatOf(changed.filter(isThere)), types, unitTestsOf(tests)])
  if (related.length > mostTests) {
    process.stdout.write(
      `Of ${related.length} files with tests that the change touches, the nearest ${mostTests} ran. npm run validate runs all.\n`,
    )
  }
  return 0
})
