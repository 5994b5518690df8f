import { execFileSync } from 'node:child_process'
import { root } from '../steps.ts'

/** A promise of SECURITY_POLICY.md, and the names of the tests that try to break it. */
export type Promised = { readonly says: string; readonly tests: readonly string[] }

/** The items of the lists under `## Promises`, each with the names in the brackets at its end. */
export function promisesIn(policy: string): Promised[] {
  const part = policy.split('\n## Promises\n')[1]?.split('\n## ')[0] ?? ''
  return part
    .split(/^- /m)
    .slice(1)
    .map((item) => {
      const text = (item.split('\n\n')[0] ?? '').replaceAll(/\s+/g, ' ').trim()
      const [brackets = '', names = ''] = / \(((?:`[\w.-]+`(?:, )?)+)\)$/.exec(text) ?? []
      const tests = [...names.matchAll(/`([^`]+)`/g)].map(([, name = '']) => name)
      return { says: text.slice(0, text.length - brackets.length), tests }
    })
}

/** The test files of the project by their names: `confirm` is confirm.test.ts, confirm.integration.test.ts and so on. */
export function testFiles(): Map<string, string[]> {
  const tests = ['*.test.ts', '*.test.tsx', '*.spec.ts']
  const listed = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard', '--', ...tests], {
    cwd: root,
    encoding: 'utf8',
  })
  const nameOf = (file: string) => /([^/]+?)(?:\.integration|\.dom)?\.(?:test|spec)\.tsx?$/.exec(file)?.[1] ?? file
  return Map.groupBy(listed.trim().split('\n'), nameOf)
}
