import { mkdtemp, readFile, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import * as z from 'zod'
import { hasEngine } from '#runner/runtimes/container/testing/engine.ts'
import { readArguments } from '../arguments.ts'
import { main, root, runNode, StepError, step } from '../steps.ts'
import { withEvidence } from './evidence-section.ts'
import { gateEvidence } from './gate-evidence.ts'

/** `npm run security:evidence`: runs the bypass suite and writes its results into SECURITY_POLICY.md. */

const suite = 'runner/runtimes/container/testing/bypass'
const documentPath = join(root, 'SECURITY_POLICY.md')

const Evidence = z.object({ mode: z.string(), group: z.string(), tried: z.string(), seen: z.string() })
const Report = z.object({
  testResults: z.array(
    z.object({
      assertionResults: z.array(z.object({ meta: z.object({ evidence: Evidence.optional() }).optional() })),
    }),
  ),
})

await main(async () => {
  readArguments({})
  // Without a Docker engine most of the suite would be skipped, and its evidence would be lost.
  if (!(await hasEngine())) {
    throw new StepError('The evidence needs a Docker engine, and none answers: start Docker, then run this again.')
  }
  const folder = await mkdtemp(join(tmpdir(), 'travel-evidence-'))
  try {
    const reportPath = join(folder, 'report.json')
    const report = ['--reporter=json', `--outputFile=${reportPath}`]
    await step('The bypass suite', () =>
      runNode('node_modules/vitest/vitest.mjs', ['run', ...report, suite], { env: { CI: 'true' } }),
    )
    const { testResults } = Report.parse(JSON.parse(await readFile(reportPath, 'utf8')))
    const rows = testResults.flatMap(({ assertionResults }) =>
      assertionResults.flatMap(({ meta }) => meta?.evidence ?? []),
    )
    await writeFile(documentPath, withEvidence(await readFile(documentPath, 'utf8'), rows, await gateEvidence()))
    await runNode('node_modules/@biomejs/biome/bin/biome', ['check', '--write', documentPath])
    process.stdout.write(`SECURITY_POLICY.md now has ${rows.length} rows of evidence.\n`)
    return 0
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
})
