import { expect, test } from 'vitest'
import { unmetRequests } from './unmet-requests.ts'

const python = { kind: 'bundle', language: 'python', code: '' } as const
const javascript = { kind: 'bundle', language: 'javascript', code: '' } as const
const image = { kind: 'image' } as const
const toldIn = (program: Parameters<typeof unmetRequests>[1], files: Record<string, string>) =>
  unmetRequests(new Map(Object.entries(files).map(([name, text]) => [name, Buffer.from(text)])), program).map(
    ({ file, line }) => `${file}:${line}`,
  )

test('of a requirements.txt in Python, only options and conditions are not read', () => {
  const text = '# all\nhttpx>=0.27\n-r more.txt\n--index-url https://example.com\ntomli; python_version < "3.11"\n'
  expect(toldIn(python, { 'requirements.txt': text })).toEqual([3, 4, 5].map((line) => `requirements.txt:${line}`))
})

test.each([
  ['requirements-dev.txt', 'pytest'],
  ['Pipfile', '[packages]'],
  ['environment.yml', 'dependencies:\n  - numpy'],
  ['setup.py', 'setup()'],
  ['apt.txt', 'ffmpeg'],
  ['docker-compose.yml', 'services: {}'],
])('a %s is told of in every kind of program', (file, text) => {
  for (const program of [python, javascript, image]) expect(toldIn(program, { [file]: text })).toEqual([`${file}:1`])
})

test('dependencies that a pyproject.toml has elsewhere are told of', () => {
  const read = '[project]\nname = "x"\ndependencies = ["httpx"]\n'
  expect(toldIn(python, { 'pyproject.toml': read })).toEqual([])
  for (const more of ['[tool.poetry.dependencies]', '[project.optional-dependencies]', 'dynamic = ["dependencies"]'])
    expect(toldIn(python, { 'pyproject.toml': `${read}${more}\n` })).toEqual(['pyproject.toml:4'])
})

test('nothing of an image installs what its lists name', () => {
  const files = { 'requirements.txt': 'pandas', 'pyproject.toml': '[project]', 'package.json': '{}' }
  expect(toldIn(image, files)).toHaveLength(3)
})

test('a file of other folders, an empty one and the files of a prompt ask for nothing', () => {
  expect(toldIn(image, { 'data/requirements.txt': 'x', 'requirements.txt': '\n# none\n', 'main.py': 'x' })).toEqual([])
  expect(toldIn({ kind: 'prompt' }, { 'requirements.txt': 'x' })).toEqual([])
})
