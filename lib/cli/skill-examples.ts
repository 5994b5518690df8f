import { readEnv } from '#lib/platform/server/env/env.ts'
import { findProjectRoot } from '#lib/platform/server/env/project-root.ts'
import { createLogger } from '#lib/platform/server/log/logger.ts'
import { runExamples } from '#lib/skills/server/invoking/run-examples.ts'
import { createPlaces } from '#lib/travel/server/places/places.ts'
import { createTimeOffsets } from '#lib/travel/server/places/time-offsets.ts'
import { canRun, type LoadedSkill } from '#runner/core/skill.ts'
import { startEmbeddedRuntimes } from '#runner/runtimes/embedded.ts'
import { whileShowing } from './terminal.ts'

type Ran = Awaited<ReturnType<typeof runExamples>>

/** Runs the examples of skills in the runtimes of this process. The answer is undefined if none of them runs the skill. */
export async function openExamples(
  opened: AsyncDisposableStack,
): Promise<(skill: LoadedSkill) => Promise<Ran | undefined>> {
  const projectRoot = findProjectRoot()
  const log = createLogger({ level: 'silent' })
  const { pythonPackages } = readEnv()
  const embedded = await startEmbeddedRuntimes({ projectRoot, log, workers: 1, pythonPackages }, opened)
  const timeOffsets = createTimeOffsets(createPlaces())
  return async (skill) => {
    const { manifest, program } = skill
    const runtime = embedded.find(({ about }) => manifest.runtimes.includes(about.name) && canRun(about, program))
    if (runtime === undefined) return undefined
    return await whileShowing(`Running the examples of ${manifest.name}`, () =>
      runExamples(skill, { runtime, timeOffsets }),
    )
  }
}
