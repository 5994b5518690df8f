import { mkdir, mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, relative } from 'node:path'
import { createVitest } from 'vitest/node'
import * as z from 'zod'
import type { Evidence as EvidenceRow } from '#runner/runtimes/container/testing/bypass/bypass-case.ts'
import { hasEngine } from '#runner/runtimes/container/testing/engine.ts'
import { readArguments } from '../arguments.ts'
import { main, root, runNode, step } from '../steps.ts'
import { gateEvidence } from './gate-evidence.ts'
import { promisesIn, testFiles } from './promises.ts'
import { bypassTables, withScenarios } from './tables.ts'

const suite = 'runner/runtimes/container/testing/bypass'
const policyPath = join(root, 'SECURITY_POLICY.md')
const evidencePath = 'dist/security-evidence.md'

const Evidence = z.object({ mode: z.string(), group: z.string(), tried: z.string(), seen: z.string() })
const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ meta: z.object({ evidence: Evidence.optional() }).optional() })),
    }),
  ),
})

/**
 * `npm run security:evidence`: writes the titles of the tests under each promise of SECURITY_POLICY.md to
 * dist/security-evidence.md. With a Docker engine, it also runs the bypass suite, writes what was seen there, and writes
 * the table of the four scenarios into SECURITY_POLICY.md.
 */
await main(async () => {
  readArguments({})
  const policy = await readFile(policyPath, 'utf8')
  let containers = 'No Docker engine answered, so no attempt to get out of a container was made.\n'
  if (await hasEngine()) {
    const rows = await runSuite()
    containers = bypassTables(rows)
    await writeFile(policyPath, withScenarios(policy, rows, await gateEvidence()))
    await runNode('node_modules/@biomejs/biome/bin/biome', ['check', '--write', policyPath])
  }
  const parts = [
    '# Evidence',
    '## Promises and their tests',
    await index(policy),
    '## Ways out of a container',
    containers,
  ]
  await mkdir(join(root, 'dist'), { recursive: true })
  await writeFile(join(root, evidencePath), parts.join('\n\n'))
  process.stdout.write(`${evidencePath} is written.\n`)
  return 0
})

/** Each promise, with the files of its tests and their titles. */
async function index(policy: string): Promise<string> {
  const files = testFiles()
  const titles = await titlesByFile()
  const linesOf = (file: string) => {
    const found = titles.get(file) ?? []
    return [
      `- ${file}${found.length === 0 ? ': its titles are made when it runs' : ''}`,
      ...found.map((one) => `  - ${one}`),
    ]
  }
  return promisesIn(policy)
    .map(({ says, tests }) =>
      [says, '', ...tests.flatMap((name) => files.get(name) ?? []).flatMap(linesOf), ''].join('\n'),
    )
    .join('\n')
}

/** The titles in all test files of Vitest, without a run of the tests. */
async function titlesByFile(): Promise<Map<string, string[]>> {
  const vitest = await createVitest('test', { root, watch: false, reporters: [] })
  try {
    const modules = await vitest.parseSpecifications(await vitest.globTestSpecifications())
    return new Map(
      modules.map((one) => [
        relative(root, one.moduleId),
        [...one.children.allTests()].map(({ fullName }) => fullName),
      ]),
    )
  } finally {
    await vitest.close()
  }
}

async function runSuite(): Promise<EvidenceRow[]> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-evidence-'))
  try {
    const reportPath = join(folder, 'report.json')
    const report = ['--reporter=json', `--outputFile=${reportPath}`]
    await step('The bypass suite', () =>
      runNode('node_modules/vitest/vitest.mjs', ['run', ...report, suite], { env: { CI: 'true' } }),
    )
    const { testResults } = Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
    return testResults.flatMap(({ assertionResults }) => assertionResults.flatMap(({ meta }) => meta?.evidence ?? []))
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}
