import { mkdtempDisposable, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { SkillManifest } from '#runner/contract/manifest.ts'
import { anyCharacter } from '#runner/testing/any-character.ts'
import { loadedSkill } from '#runner/testing/runner-fixture.ts'
import { packageName, packageProblems, projectPackages, requiredPackages } from './python-packages.ts'

const need = (name: string, versions = '') => ({ name, versions })

test('names the packages of a requirements file, with the versions that it asks for', () => {
  const text = `# what it needs
requests>=2.31 # for rates
Python_Dateutil == 2.9.0
ruamel.yaml[jinja2]~=0.18
httpx (>=0.27, <1)
tabulate

-r other.txt
--index-url https://pypi.example.com/simple
tomli>=2; python_version < "3.11"
mine @ https://example.com/mine.whl
`
  expect(requiredPackages(text)).toEqual([
    need('requests', '>=2.31'),
    need('python-dateutil', '== 2.9.0'),
    need('ruamel-yaml', '~=0.18'),
    need('httpx', '>=0.27, <1'),
    need('tabulate'),
    need('mine'),
  ])
})

test('names the packages of a pyproject.toml, and says when it is not valid', () => {
  const text = '[project]\nname = "x"\ndependencies = ["httpx>=0.27,<1", "tomli; python_version<\'3.11\'"]\n'
  expect(projectPackages(text)).toEqual([need('httpx', '>=0.27,<1')])
  for (const nothing of ['', '[tool.ruff]\n', '[project]\nname = "x"\n']) expect(projectPackages(nothing)).toEqual([])
  for (const wrong of ['[project', 'project = 1\n', '[project]\ndependencies = "httpx"\n']) {
    expect(projectPackages(wrong)).toBeUndefined()
  }
})

test('takes an address for a name that no package has', () => {
  const [found] = requiredPackages('git+https://example.com/mine.git')
  expect(found?.name).toContain('/')
})

const name = fc.stringMatching(/^[A-Za-z\d]([A-Za-z\d._-]{0,10}[A-Za-z\d])?$/)
const version = fc.constantFrom('', '==1.0', ' >= 2, <3', '~=1.4', '[extra]==1', ' # why')

test('finds every name, in whatever form it is written', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(name, version)), (lines) => {
      const found = requiredPackages(lines.map((parts) => parts.join('')).join('\n'))
      expect(found.map((one) => one.name)).toEqual(lines.map(([each]) => packageName(each)))
    }),
  )
})

test('reads any text', () => {
  fc.assert(
    fc.property(fc.string({ unit: anyCharacter }), (text) => {
      for (const { name: each } of requiredPackages(text)) expect(each).toBe(packageName(each))
      projectPackages(text)
    }),
  )
})

describe('the packages that a Python skill needs', () => {
  const problems = async (requirements: string, found: string) => {
    await using made = await mkdtempDisposable(join(tmpdir(), 'travel-packages-'))
    const folder = made.path
    await writeFile(join(folder, 'requirements.txt'), requirements)
    const program = { kind: 'bundle', language: 'python', code: '' } as const
    const fields = { name: 'rates', version: '1.0.0', description: 'd', risk_level: 'low', entry: 'main.py' }
    const skill = { ...loadedSkill(SkillManifest.parse(fields)), folder, program }
    return await packageProblems(skill, async () => new Map([['httpx', found]]))
  }

  test.each([
    ['httpx', '0.28.1'],
    ['httpx>=0.27', '0.28.1'],
    ['httpx~=0.28', '0.28.1'],
    ['httpx==0.28.*', '0.28.1'],
    ['httpx>=0.28', '0.29.0rc1'],
  ])('%s is met by %s', async (requirements, found) => {
    expect(await problems(requirements, found)).toEqual({ missing: [], wrong: [] })
  })

  test.each([
    ['httpx==0.27', '==0.27'],
    ['httpx<0.28', '<0.28'],
    ['httpx>=0.27,!=0.28.1', '>=0.27,!=0.28.1'],
    ['httpx>=banana', '>=banana'],
  ])('%s is refused with what is here', async (requirements, versions) => {
    expect(await problems(requirements, '0.28.1')).toEqual({
      missing: [],
      wrong: [{ name: 'httpx', versions, found: '0.28.1' }],
    })
  })

  test('are not read from a file that would take long', async () => {
    expect(await problems(`httpx${'>=0,'.repeat(14_000)}>=0`, '0.28.1')).toEqual({ missing: [], wrong: [] })
    expect(await problems(`httpx${'>=0,'.repeat(17_000)}>=0`, '0.28.1')).toBeUndefined()
    expect(await problems('httpx>=9\n'.repeat(8_000), '0.28.1')).toBeUndefined()
  })
})
