import { readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { build } from 'esbuild'
import * as z from 'zod'
import { main, root, runCommand } from './steps.ts'

const Package = z.object({ dependencies: z.record(z.string(), z.string()) })

/** What the npm package exports: its code, and, beside the declarations of these files, its types. */
const entry = `export { createFetchCapability, createFilesystemCapability, createShellCapability } from './runner/executor/capabilities.ts'
export { createSafetyMiddleware, TrustError } from './runner/executor/create-safety-middleware.ts'
export { createOpenClawExecutor } from './runner/executor/open-executor-apart.ts'
`
const types = `export type { Capabilities } from './runner/executor/capabilities.ts'
export type { Executed, ExecuteOptions, Executor, TrustCheck } from './runner/executor/create-executor.ts'
export type { SafeExecute, SafetyOptions } from './runner/executor/create-safety-middleware.ts'
export type { PackageExecutorOptions } from './runner/executor/open-executor-apart.ts'
`

/** Compiles what programs import of the npm package, because Node runs no TypeScript of a package. */
await main(async () => {
  const folder = join(root, 'dist/executor')
  const { dependencies } = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  await rm(folder, { recursive: true, force: true })
  await build({
    absWorkingDir: root,
    stdin: { contents: entry, resolveDir: root, loader: 'ts' },
    outfile: join(folder, 'index.js'),
    bundle: true,
    format: 'esm',
    // Any Node that the package can be installed in. The executor itself runs in the Node of the package.
    target: 'node20',
    platform: 'node',
    external: Object.keys(dependencies),
    logLevel: 'warning',
  })
  await runCommand(join(root, 'node_modules/.bin/tsc'), [
    '--project',
    join(root, 'scripts/executor-types.tsconfig.json'),
  ])
  await writeFile(join(folder, 'index.d.ts'), entry + types)
  return 0
})
