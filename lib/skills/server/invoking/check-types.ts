import { execFile } from 'node:child_process'
import { access, mkdtemp, realpath, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join, resolve, sep } from 'node:path'
import { promisify } from 'node:util'
import * as z from 'zod'
import type { LoadedSkill } from '#runner/core/skill.ts'

const run = promisify(execFile)
const maxOutputBytes = 8 * 1024 * 1024

/** `problems`: each with file and line. `missing`: there is no compiler, so the result is unknown. */
type TypeCheck = { readonly kind: 'checked'; readonly problems: readonly string[] } | { readonly kind: 'missing' }

/** What tsc returns when it found errors: its exit code and its output. */
const Found = z.object({ code: z.union([z.literal(1), z.literal(2)]), stdout: z.string() })

/** `src/main.ts(5,9): error TS2322: Type …`; indented lines that follow belong to it. */
const finding = /^(.+)\((\d+),(\d+)\): error TS(\d+): (.*)$/

/** Unresolved imports. The bundler reports these, because it also finds packages elsewhere. */
const unresolved = ['2307', '7016']

/** tsc's advice for unknown names. It is replaced, because following it would not add the name to the sandbox. */
const advice = / (?:Do you need to|Try changing) .*$/

/**
 * Type-checks TypeScript skills against `runner/sdk`, with exactly the sandbox's globals. Ignores a tsconfig.json
 * beside a skill, as the bundler does.
 */
export async function checkTypes(skills: readonly LoadedSkill[], projectDir: string): Promise<TypeCheck> {
  const entries = skills.flatMap(({ manifest: { entry }, program, folder }) =>
    program.kind === 'bundle' && entry?.endsWith('.ts') ? [join(folder, entry)] : [],
  )
  if (entries.length === 0) return { kind: 'checked', problems: [] }
  const compiler = join(projectDir, 'node_modules', 'typescript', 'bin', 'tsc')
  const isThere = await access(compiler).then(
    () => true,
    () => false,
  )
  if (!isThere) return { kind: 'missing' }
  const dir = await realpath(await mkdtemp(join(tmpdir(), 'travel-types-')))
  try {
    const config = join(dir, 'tsconfig.json')
    await writeFile(config, JSON.stringify(configOf(entries, join(projectDir, 'runner', 'sdk'))))
    const stdout = await outputOf(compiler, config, dir)
    const folders = await Promise.all(skills.map(({ folder }) => realpath(folder)))
    return { kind: 'checked', problems: problemsIn(stdout, dir, folders) }
  } finally {
    await rm(dir, { recursive: true, force: true })
  }
}

/** The tsconfig.json that skills/README.md gives for a folder outside the project. */
function configOf(entries: readonly string[], sdk: string) {
  return {
    compilerOptions: {
      target: 'es2024',
      lib: ['es2024'],
      types: [],
      module: 'preserve',
      moduleResolution: 'bundler',
      allowImportingTsExtensions: true,
      resolveJsonModule: true,
      noEmit: true,
      strict: true,
      noUncheckedIndexedAccess: true,
      skipLibCheck: true,
      paths: { '#runner/sdk/*': [`${sdk}/*`], 'travel.aw/sdk': [`${sdk}/index.ts`] },
    },
    files: [join(sdk, 'globals.d.ts'), ...entries],
  }
}

async function outputOf(compiler: string, config: string, cwd: string): Promise<string> {
  try {
    const args = [compiler, '--project', config, '--pretty', 'false']
    return (await run(process.execPath, args, { cwd, maxBuffer: maxOutputBytes })).stdout
  } catch (error) {
    const found = Found.safeParse(error)
    if (!found.success) throw error
    return found.data.stdout
  }
}

/** Problems in the skills' own files. Leaves out problems in imported files of the project. */
function problemsIn(stdout: string, cwd: string, folders: readonly string[]): string[] {
  const problems: string[] = []
  let isOurs = false
  for (const line of stdout.split('\n')) {
    const [, path = '', at, column, code = '', message] = finding.exec(line) ?? []
    if (path === '') {
      if (isOurs && line.startsWith(' ')) problems.push(`${problems.pop() ?? ''} ${line.trim()}`)
      continue
    }
    const file = resolve(cwd, path)
    isOurs = folders.some((folder) => file.startsWith(folder + sep)) && !unresolved.includes(code)
    if (isOurs) problems.push(`${file}:${at}:${column} ${message?.replace(advice, ' The sandbox does not have it.')}`)
  }
  return problems
}
