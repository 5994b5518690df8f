import { afterAll, afterEach, beforeAll, describe, expect, test } from 'vitest'
import { needsEngine } from '../testing/needs-engine.ts'
import { readBaseInputs } from './base-inputs.ts'
import { buildRootImage } from './build-base-image.ts'
import { buildImages } from './build-images.ts'
import { createImageEngine } from './image-engine.ts'
import { recordedProgress } from './testing/fake-engine.ts'
import { buildSmallImage, type SavedImage, saveImage, startFakeRegistry } from './testing/fake-registry.ts'

const projectDir = process.cwd()
const signal = new AbortController().signal
const buildMs = 900_000

describe('a base from a registry (needs a Docker engine)', needsEngine, () => {
  const engine = createImageEngine()
  const rootTag = 'travel-test-root:registry'
  const smallTag = 'travel-test-small:registry'
  const made: string[] = [rootTag]
  /** Stands in for Debian's image: the setup of these tests needs only a shell. */
  let debian: SavedImage
  beforeAll(async () => {
    await buildImages(engine, {
      projectDir,
      skills: [],
      keepOthers: true,
      rebuild: false,
      progress: recordedProgress(),
      signal,
    })
    await buildSmallImage(engine, (await readBaseInputs({ projectDir })).tag, smallTag)
    debian = await saveImage(smallTag)
  }, buildMs)
  afterAll(() => engine.removeName(smallTag))
  afterEach(async () => {
    for (const name of made) await engine.removeName(name)
  })

  /** Builds with a setup that leaves a mark, instead of fetching packages from Debian. */
  const build = async (pinned: string) => {
    const inputs = await readBaseInputs({ projectDir })
    const setup = inputs.setup.map((file) =>
      file.path === 'setup.sh' ? { path: file.path, content: 'set -eu\necho set up\n' } : file,
    )
    const progress = recordedProgress()
    const unfit = { kind: 'unfit', reason: 'this is a test', remedy: 'none' } as const
    await buildRootImage(engine, {
      inputs: { ...inputs, setup, rootTag },
      progress,
      signal,
      pinned,
      machine: async () => unfit,
    })
    return progress.steps
  }

  test('is pulled by its digest and set up', async () => {
    await using registry = await startFakeRegistry(debian)
    made.push(registry.reference)
    expect(await build(registry.reference)).toHaveLength(2)
    expect((await engine.find(rootTag))?.bytes).toBeGreaterThan(0)
    const digest = registry.reference.split('@')[1]
    expect(registry.asked.join('\n')).toContain(`/v2/debian/manifests/${digest}`)
  })

  test('is rejected if its content does not match its digest', async () => {
    await using registry = await startFakeRegistry(debian)
    made.push(registry.reference)
    registry.tamper()
    await expect(build(registry.reference)).rejects.toThrow(/There is nothing to build the base image from.*digest/s)
    expect(await engine.find(rootTag)).toBeUndefined()
  })
})
