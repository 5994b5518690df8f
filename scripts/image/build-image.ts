import { mkdir, readFile, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { buildImage } from '#runner/runtimes/container/images/build-image.ts'
import { createImageEngine } from '#runner/runtimes/container/images/image-engine.ts'
import { streamProgram } from '#runner/runtimes/container/images/run-program.ts'
import { root } from '../steps.ts'
import { writeImageFiles } from './write-image-files.ts'

/** The last stage of the Dockerfile, which takes its files from the context in place of the stage that builds them. */
export function lastStage(dockerfile: string): string {
  const base = /^ARG BASE=.*$/m.exec(dockerfile)?.[0]
  const stage = /^FROM \$\{BASE\}[\s\S]*/m.exec(dockerfile)?.[0]
  const copy = 'COPY --from=build /image '
  if (base === undefined || !stage?.includes(copy)) throw new Error('The Dockerfile has no last stage on BASE')
  return `${base}\n${stage.replace(copy, 'COPY app ')}`
}

/**
 * Builds the image of the app without a registry: from the app that is built here, on an image that the engine has.
 * Returns the size of what it adds to this base, in bytes.
 */
export async function buildAppImage({ base, tag }: { base: string; tag: string }): Promise<number> {
  const folder = join(root, 'dist/image')
  await writeImageFiles(join(folder, 'app'))
  await mkdir(folder, { recursive: true })
  await writeFile(join(folder, 'Dockerfile'), lastStage(await readFile(join(root, 'Dockerfile'), 'utf8')))
  const signal = AbortSignal.timeout(600_000)
  const engine = createImageEngine()
  const { output, ended } = streamProgram('tar', ['-C', folder, '-c', '.'], { signal })
  const build = { context: output, tag, labels: {}, buildArgs: { BASE: base }, network: 'none', signal } as const
  await Promise.all([ended, buildImage(engine, { ...build, onLine: () => {} })])
  const bytesOf = async (name: string) => (await engine.find(name))?.bytes ?? 0
  return (await bytesOf(tag)) - (await bytesOf(base))
}
