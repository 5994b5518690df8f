import { appendFile, cp, mkdir, mkdtemp, rm, symlink, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import type { LoadedSkill } from '../../../core/skill.ts'
import { loadSkillFolder } from '../../../manifest/load-skill-folder.ts'
import { formatProblem } from '../../../manifest/manifest-problem.ts'
import { skillOf } from '../../testing/conformance/harness.ts'
import { readBaseInputs } from './base-inputs.ts'
import { buildRootImage, pinnedBase } from './build-base-image.ts'
import { buildImages, type ImagesOptions } from './build-images.ts'
import { skillImageTag } from './labels.ts'
import { createFakeEngine, type FakeEngine, recordedProgress } from './testing/fake-engine.ts'

const wholeProject = process.cwd()
/** The project, with an empty file in place of Node's binary of 120 MB, which every build would read and pack. */
let projectDir = ''
const signal = new AbortController().signal
let engine: FakeEngine
let folder = ''

beforeAll(async () => {
  projectDir = await mkdtemp(join(tmpdir(), 'travel-images-project-'))
  const node = 'node_modules/node'
  await mkdir(join(projectDir, node, 'bin'), { recursive: true })
  await writeFile(join(projectDir, node, 'bin/node'), '')
  for (const name of ['skills', `${node}/package.json`]) await symlink(join(wholeProject, name), join(projectDir, name))
})
afterAll(() => rm(projectDir, { recursive: true, force: true }))

beforeEach(async () => {
  engine = createFakeEngine()
  engine.registry.add(pinnedBase)
  folder = await mkdtemp(join(tmpdir(), 'travel-images-'))
})
afterEach(() => rm(folder, { recursive: true, force: true }))

const build = (options: Partial<ImagesOptions> = {}) => {
  const { progress = recordedProgress() } = options
  return buildImages(engine, { projectDir, skills: [], signal, ...options, progress })
}
const named = (name: string, skill: LoadedSkill): LoadedSkill => ({ ...skill, manifest: { ...skill.manifest, name } })
const tagsOf = ({ images }: Awaited<ReturnType<typeof build>>) => images.map(({ tag }) => tag.replace(/:.*/, ''))
const namesLeft = () => [...engine.images.values()].flat().filter((name) => name.startsWith('travel-skill'))
const ofProbe = (name: string) => name.startsWith('travel-skills/probe:')

async function programSkill(dockerfile: string): Promise<LoadedSkill> {
  const path = join(folder, 'program')
  await mkdir(join(path, 'tests'), { recursive: true })
  const manifest =
    'name: program\nversion: "0.1.0"\ndescription: A program.\nrisk_level: low\nentry: main.py\nruntimes: [container]\n'
  const files = { 'skill.yaml': manifest, 'main.py': 'print(1)\n', 'tests/test_main.py': '', Dockerfile: dockerfile }
  for (const [name, text] of Object.entries(files)) await writeFile(join(path, name), text)
  const loaded = await loadSkillFolder(path, { tier: 'local', projectDir: wholeProject })
  if (!loaded.ok) throw new Error(loaded.problems.map(formatProblem).join('\n'))
  return loaded.skill
}

describe('building images', () => {
  test('builds the root, base and skill images once, each on the previous one', async () => {
    const skill = skillOf('() => 1')
    const report = await build({ skills: [skill] })
    expect(tagsOf(report)).toEqual(['travel-skill-root', 'travel-skill-base', 'travel-skills/probe'])
    const [root, base] = engine.builds
    expect(root?.options).toMatchObject({
      buildargs: { FROM_IMAGE: pinnedBase },
      labels: { 'aw.travel.image': 'root' },
    })
    expect(base?.options).toMatchObject({ buildargs: { ROOT: root?.options.t }, networkmode: 'none' })
    expect([...(base?.files.keys() ?? [])]).toContain('harness.mjs')
    const [own] = engine.assemblies
    expect(own).toMatchObject({
      base: (await engine.find(base?.options.t ?? ''))?.id,
      config: {
        User: '65534:65534',
        Entrypoint: ['/usr/local/bin/travel-init'],
        Cmd: ['node', '/opt/travel/harness.mjs', '/skill/bundle.js'],
        WorkingDir: '/skill',
        Labels: { 'aw.travel.image': 'skill', 'aw.travel.skill': 'probe' },
      },
    })
    expect(own?.files.get('skill/bundle.js')).toContain('() => 1')

    const again = await build({ skills: [skill] })
    expect(again.images.every(({ wasThere }) => wasThere)).toBe(true)
    expect([engine.builds.length, engine.assemblies.length]).toEqual([2, 1])
  })

  test('starts a bundle in Python without a harness, because it reads its input itself', async () => {
    const program = { kind: 'bundle', language: 'python', code: 'import sys\n' } as const
    await build({ skills: [{ ...skillOf('() => 1'), program }] })
    expect(engine.assemblies).toMatchObject([{ config: { Cmd: ['python3', '/skill/bundle.py'] } }])
    expect(engine.assemblies[0]?.files.get('skill/bundle.py')).toContain('import sys')
  })

  test('replaces the image of a changed skill', async () => {
    await build({ skills: [skillOf('() => 1')] })
    const before = namesLeft()
    const { removed } = await build({ skills: [skillOf('() => 2')] })
    expect([engine.builds.length, engine.assemblies.length]).toEqual([2, 2])
    expect(removed).toEqual(before.filter(ofProbe))
    expect(namesLeft()).toHaveLength(3)
  })

  test('keeps the images of other skills when only some are requested', async () => {
    await build({ skills: [skillOf('() => 1')] })
    const { removed } = await build({ skills: [named('other', skillOf('() => 2'))], keepOthers: true })
    expect(removed).toEqual([])
    expect(namesLeft()).toHaveLength(4)
  })

  test('keeps images that another project uses, and images of other software', async () => {
    await build({ skills: [skillOf('() => 1')] })
    const [shared = ''] = namesLeft().filter(ofProbe)
    await engine.addName(shared, 'travel-used-by-ffffffffffff:travel-skill-probe-x')
    engine.registry.add('somebody/image:1')
    await engine.pull('somebody/image:1', signal)
    await build({ skills: [] })
    expect(namesLeft()).toContain(shared)
    expect([...engine.images.values()].flat()).toContain('somebody/image:1')
  })

  test('keeps the root of an existing base image after the project that built it is gone', async () => {
    await build({ skills: [skillOf('() => 1')] })
    const claims = [...engine.images.values()].flat().filter((name) => name.startsWith('travel-used-by-'))
    for (const claim of claims) await engine.removeName(claim)
    expect((await build({ skills: [skillOf('() => 1')] })).removed).toEqual([])
    expect(namesLeft()).toHaveLength(3)
    expect(engine.builds).toHaveLength(2)
  })

  test('keeps images that a container uses', async () => {
    await build({ skills: [skillOf('() => 1')] })
    const [old = ''] = namesLeft().filter(ofProbe)
    engine.used.add(old)
    expect((await build({ skills: [] })).removed).toEqual([])
    expect(namesLeft()).toContain(old)
  })

  test('rebuilds all images on request', async () => {
    await build({ skills: [skillOf('() => 1')] })
    await build({ skills: [skillOf('() => 1')], rebuild: true })
    expect([engine.builds.length, engine.assemblies.length]).toEqual([4, 2])
    // The new images have the names; the old ones have none and are removed.
    expect([...engine.images.values()].every((names) => names.length > 0)).toBe(true)
  })

  test('reports the last lines of a failed build, and adds no image', async () => {
    const { tag } = await readBaseInputs({ projectDir })
    engine.failing.set(tag, [{ stream: 'Step 2/3 : RUN false\n' }, { error: 'returned a non-zero code: 1' }])
    await expect(build()).rejects.toMatchObject({
      name: 'ImageError',
      message: expect.stringMatching(/could not be built:\nStep 2\/3 : RUN false\nreturned a non-zero code: 1$/),
    })
    expect(await engine.find(tag)).toBeUndefined()
  })

  test('gives separate image names to skills that are named like platform images', async () => {
    const skills = ['base', 'root'].map((name) => named(name, skillOf('() => 1')))
    expect(tagsOf(await build({ skills })).slice(2)).toEqual(['travel-skills/base', 'travel-skills/root'])
    expect(engine.builds).toHaveLength(2)
  })

  test('rebuilds an image if its label does not match the digest in its name', async () => {
    const skill = skillOf('() => 1')
    await build({ skills: [named('other', skillOf('() => 2'))] })
    const tag = skillImageTag(skill, (await readBaseInputs({ projectDir })).tag)
    await engine.addName(engine.assemblies[0]?.name ?? '', tag)
    const { images } = await build({ skills: [skill] })
    expect(images.at(-1)).toMatchObject({ skill: 'probe', wasThere: false })
    expect(engine.assemblies.at(-1)?.name).toBe(tag)
  })

  test.each([
    ['another first process', { Entrypoint: ['/skill/init'] }, 'its Entrypoint is ["/skill/init"]'],
    ['a health check', { Healthcheck: { Test: ['CMD', 'true'] } }, 'its Healthcheck is'],
    ['a volume', { Volumes: { '/data': {} } }, 'its Volumes is {"/data":{}}'],
    ['another user', { User: 'root' }, 'its User is "root"'],
  ])('rejects an image that the engine made with %s', async (_, twist, problem) => {
    const skill = skillOf('() => 1')
    const tag = skillImageTag(skill, (await readBaseInputs({ projectDir })).tag)
    engine.twisted.set(tag, twist)
    await expect(build({ skills: [skill] })).rejects.toThrow(problem)
    expect(await engine.find(tag)).toBeUndefined()
  })
})

describe('a skill with a Dockerfile', () => {
  test('gets an image on the current base, with all that its Dockerfile defines but without its tests', async () => {
    const skill = await programSkill(
      'FROM travel-skill-base\nENV MODE="very quiet" PATH=/skill\nCOPY . .\nCMD ["python3", "/skill/main.py"]\n',
    )
    await build({ skills: [skill] })
    const { files, config, base } = engine.assemblies.at(-1) ?? {}
    expect([...(files ?? [])]).toEqual([
      ['skill', ''],
      ['skill/Dockerfile', expect.stringMatching(/^644 FROM/)],
      ['skill/main.py', '644 print(1)\n'],
      ['skill/skill.yaml', expect.stringMatching(/^644 name/)],
    ])
    expect(config).toMatchObject({ Cmd: ['python3', '/skill/main.py'], Env: ['MODE=very quiet', 'PATH=/skill'] })
    expect(base).toBe((await engine.find((await readBaseInputs({ projectDir })).tag))?.id)
  })

  test('is rejected for a forbidden instruction, with the line', async () => {
    await expect(programSkill('FROM debian\nCMD ["sh"]\n')).rejects.toThrow(
      /program\/Dockerfile:1:1 begins with FROM debian — begin it/,
    )
  })

  test('is rejected if its files changed after loading', async () => {
    const skill = await programSkill('FROM travel-skill-base\nCMD ["sh"]\n')
    await writeFile(join(folder, 'program', 'main.py'), 'print(2)\n')
    await expect(build({ skills: [skill] })).rejects.toThrow('changed while its image was built')
  })
})

describe('the root of the base image', () => {
  const unfit = {
    kind: 'unfit',
    reason: 'debootstrap is not installed',
    remedy: 'apt-get install debootstrap',
  } as const
  const root = async (operatorBase?: string) => {
    const inputs = await readBaseInputs({ projectDir, operatorBase })
    const progress = recordedProgress()
    await buildRootImage(engine, { inputs, progress, signal, machine: async () => unfit })
    return progress.steps
  }

  test('is the pinned image if its registry answers', async () => {
    await root()
    expect(engine.pulled).toEqual([pinnedBase])
    expect(pinnedBase).toMatch(/@sha256:[0-9a-f]{64}$/)
  })

  test('is the operator’s own image if one is configured, pulled if necessary', async () => {
    engine.registry.add('registry.example/debian:12')
    await root('registry.example/debian:12')
    await root('registry.example/debian:12')
    expect(engine.pulled).toEqual(['registry.example/debian:12'])
    expect(engine.builds.map(({ options }) => options.buildargs)).toEqual([
      { FROM_IMAGE: 'registry.example/debian:12' },
      { FROM_IMAGE: 'registry.example/debian:12' },
    ])
  })

  test('is not replaced by another image if the operator’s image is unavailable', async () => {
    await expect(root('registry.example/none')).rejects.toThrow(
      /TRAVEL_BASE_IMAGE names registry.example\/none.*no such host/s,
    )
    expect(engine.builds).toEqual([])
  })

  test('cannot be built without a source, and the error names all remedies', async () => {
    engine.registry.clear()
    await expect(root()).rejects.toThrow(
      /no such host.*debootstrap is not installed — apt-get install.*TRAVEL_BASE_IMAGE/s,
    )
  })
})

describe('the tag of the base image', () => {
  const tagOf = async (operatorBase?: string) => (await readBaseInputs({ projectDir, operatorBase })).tag

  test('depends on the inputs and on the operator’s base', async () => {
    const copy = join(folder, 'project')
    await cp(join(wholeProject, 'skills/base-image'), join(copy, 'skills/base-image'), { recursive: true })
    for (const name of ['node_modules', 'package.json', 'runner'])
      await symlink(join(wholeProject, name), join(copy, name))
    const tags = async (changed?: string) => {
      if (changed !== undefined) await appendFile(join(copy, 'skills/base-image', changed), '\n')
      const { tag, rootTag } = await readBaseInputs({ projectDir: copy })
      return [tag, rootTag]
    }
    const [tag, rootTag] = await tags()
    expect(await tags()).toEqual([tag, rootTag])
    const [otherTag, sameRoot] = await tags('python/travel_skill/__init__.py')
    expect([otherTag === tag, sameRoot]).toEqual([false, rootTag])
    expect((await tags('packages.txt'))[1]).not.toBe(rootTag)
    expect(await tagOf('debian:13')).not.toBe(await tagOf())
  })

  test('is part of every skill’s tag, together with the skill’s digest', () => {
    const [one, two] = [skillOf('() => 1'), skillOf('() => 2')]
    const tags = [skillImageTag(one, 'a:1'), skillImageTag(two, 'a:1'), skillImageTag(one, 'a:2')]
    expect(new Set(tags).size).toBe(3)
    expect(tags[0]).toMatch(/^travel-skills\/probe:[0-9a-f]{64}$/)
  })
})
