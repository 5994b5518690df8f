import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { dirname, join, resolve } from 'node:path'
import { build } from 'esbuild'
import * as z from 'zod'
import { engineVersion } from '#gates/rule-texts.ts'
import { writeArchive } from '#lib/skills/server/sources/read-archive.ts'
import { readArguments } from './arguments.ts'
import { main, root } from './steps.ts'

const Package = z.object({ dependencies: z.record(z.string(), z.string()) })

/** The name of the package that an import path belongs to. */
const nameOf = (path: string): string => /^(?:@[^/]+\/)?[^/]+/.exec(path)?.[0] ?? path

/**
 * `npm run gates:pack [FILE]`: writes the gates as an npm package that needs no app. It holds the command as one file,
 * the rules without their examples, and the exact versions of the packages that the command imports.
 */
await main(async () => {
  const { words } = readArguments({}, { maxWords: 1 })
  const file = resolve(words[0] ?? join(root, 'dist', `travel-skill-gates-${engineVersion}.0.0.tgz`))
  const { dependencies } = Package.parse(JSON.parse(await readFile(join(root, 'package.json'), 'utf8')))
  const { outputFiles, metafile } = await build({
    absWorkingDir: root,
    entryPoints: ['gates/cli/main.ts'],
    outdir: 'dist',
    bundle: true,
    write: false,
    metafile: true,
    format: 'esm',
    target: 'node24',
    platform: 'node',
    external: Object.keys(dependencies),
    logLevel: 'warning',
  })
  const imported = Object.values(metafile.outputs).flatMap(({ imports }) => imports.map(({ path }) => nameOf(path)))
  // The parser looks for its Python grammar at run time.
  const needed = [...new Set([...imported, '@ast-grep/lang-python'])].filter((name) =>
    Object.hasOwn(dependencies, name),
  )
  const manifest = {
    name: 'travel-skill-gates',
    version: `${engineVersion}.0.0`,
    description: 'Checks the folder of an agent skill without running anything in it.',
    license: 'UNLICENSED',
    private: true,
    type: 'module',
    engines: { node: '>=24' },
    bin: { 'travel-skill-gates': 'main.js' },
    dependencies: Object.fromEntries(needed.sort().map((name) => [name, dependencies[name]])),
  }
  const files = new Map<string, Uint8Array>([
    ['package/package.json', Buffer.from(`${JSON.stringify(manifest, null, 2)}\n`)],
    ...outputFiles.map(({ contents }): [string, Uint8Array] => ['package/main.js', contents]),
  ])
  const rules = join(root, 'gates/rules')
  for (const name of await readdir(rules)) {
    files.set(`package/rules/${name}/rule.yaml`, await readFile(join(rules, name, 'rule.yaml')))
  }
  await mkdir(dirname(file), { recursive: true })
  await writeFile(file, await writeArchive(files))
  process.stdout.write(`${file}\n`)
  return 0
})
