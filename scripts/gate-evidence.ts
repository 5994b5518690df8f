import { mkdir, mkdtemp, readFile, rename, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { build } from 'esbuild'
import type { Evidence } from '#gates/judge.ts'
import { checkDeadlineMs, checkProcessPath, createCheckApart } from '#lib/skills/server/gates/check-apart.ts'
import { KeptEvidence, keptEvidenceFile } from '#lib/skills/server/gates/kept-evidence.ts'
import { rulesFolder } from '#lib/skills/server/gates/read-suppressions.ts'
import { createProjectSkills } from '#lib/skills/server/registry/project-skills.ts'
import { codeHashOf, createReleaseFiles } from '#lib/skills/server/registry/release-files.ts'
import { sha256 } from '#runner/core/hash.ts'
import { main, root } from './steps.ts'

/** Writes what the gates find in the built-in skills, so that a first start need not check them. */
await main(async () => {
  const kept = KeptEvidence.parse({ code: await codeOfGates(), evidence: await checkSkills() })
  const file = join(root, keptEvidenceFile)
  await mkdir(dirname(file), { recursive: true })
  await writeFile(`${file}.${process.pid}`, `${JSON.stringify(kept)}\n`)
  await rename(`${file}.${process.pid}`, file)
  return 0
})

/** The evidence about the releases of all skills that load. The app checks a skill without evidence itself. */
async function checkSkills(): Promise<Evidence[]> {
  const folder = await mkdtemp(join(tmpdir(), 'travel-evidence-'))
  try {
    const files = createReleaseFiles(folder)
    const check = createCheckApart({ processPath: checkProcessPath(root), deadlineMs: checkDeadlineMs })
    const skillsDir = join(root, 'skills')
    // The step before has named the skills with problems.
    const log = { warn: () => {}, error: () => {} }
    const project = createProjectSkills({ skillsDir, projectDir: root, reload: false, log })
    const found: Evidence[] = []
    for (const skill of await project.list()) {
      await files.keep(skill)
      const { digest, manifest } = skill
      const release = { digest, filesDigest: manifest.provenance.digest, codeHash: codeHashOf(skill) }
      const read = await files.read(release)
      if (read === undefined) throw new Error(`The files of ${manifest.name} changed while they were checked`)
      const { name } = manifest
      found.push(await check({ rulesFolder: rulesFolder(root), folder: read.folder, name, isRelease: true }))
    }
    return found
  } finally {
    await rm(folder, { recursive: true, force: true })
  }
}

/** The hashes of all files that the program of the gates imports. `package.json` has the versions of its packages. */
async function codeOfGates(): Promise<Record<string, string>> {
  const { metafile } = await build({
    absWorkingDir: root,
    entryPoints: [checkProcessPath(root)],
    bundle: true,
    packages: 'external',
    format: 'esm',
    platform: 'node',
    write: false,
    metafile: true,
    logLevel: 'error',
  })
  const files = [...Object.keys(metafile.inputs), 'package.json'].sort()
  return Object.fromEntries(
    await Promise.all(files.map(async (file) => [file, sha256(await readFile(join(root, file)))])),
  )
}
