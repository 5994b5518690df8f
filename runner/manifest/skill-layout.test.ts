import { describe, expect, test } from 'vitest'
import { readDockerfile } from './dockerfile.ts'
import { layOut } from './skill-layout.ts'

const own = new Map(['Dockerfile', 'main.py', 'lib/a.py', 'lib/deep/b.py'].map((path) => [path, Buffer.from(path)]))

function laidOut(...lines: string[]) {
  const read = readDockerfile(['FROM travel-skill-base', ...lines, 'CMD ["x"]'].join('\n'))
  if (!read.ok) throw new Error(read.message)
  const result = layOut(read.instructions, own)
  return result.ok
    ? Object.fromEntries([...result.layout.files].map(([path, content]) => [path, String(content)]))
    : `${result.line}: ${result.message} — ${result.remedy}`
}

describe('the files of a skill', () => {
  test.each([
    ['under a new name', ['COPY main.py run.py'], { '/skill/run.py': 'main.py' }],
    ['into a folder', ['COPY main.py /skill/bin/'], { '/skill/bin/main.py': 'main.py' }],
    ['into the working folder', ['WORKDIR bin', 'COPY main.py .'], { '/skill/bin/main.py': 'main.py' }],
    ['with its folder', ['COPY lib /skill/x'], { '/skill/x/a.py': 'lib/a.py', '/skill/x/deep/b.py': 'lib/deep/b.py' }],
    ['several', ['COPY main.py ./lib/a.py /skill'], { '/skill/main.py': 'main.py', '/skill/a.py': 'lib/a.py' }],
    ['later files over earlier ones', ['COPY main.py x', 'COPY lib/a.py x'], { '/skill/x': 'lib/a.py' }],
  ])('are copied: %s', (_, lines, files) => {
    expect(laidOut(...lines)).toEqual(files)
  })

  test.each([
    [
      'over the first process',
      'COPY main.py /usr/local/bin/travel-init',
      '2: copies to /usr/local/bin/travel-init — use a path below /skill',
    ],
    ['out of the folder with dots', 'COPY main.py /skill/../usr/x', '2: copies to /skill/../usr/x'],
    ['next to the folder', 'COPY main.py /skills/x', '2: copies to /skills/x'],
    ['from outside the skill’s folder', 'COPY ../secret /skill/', '2: copies ../secret, which does not exist'],
    ['a missing file', 'COPY other.py /skill/', '2: copies other.py, which does not exist'],
    ['as a whiteout file', 'COPY main.py .wh.main.py', '2: creates the file /skill/.wh.main.py'],
    ['over the working folder', 'COPY main.py x\nWORKDIR x', 'makes /skill/x both a file and a folder'],
    ['to a path that is too long', `COPY main.py ${'d/'.repeat(100)}x`, '2: creates the file /skill/d/d/'],
    ['as a file and a folder', 'COPY main.py x\nCOPY lib x/', 'makes /skill/x both a file and a folder'],
  ])('are not copied: %s', (_, line, refusal) => {
    expect(laidOut(...line.split('\n'))).toContain(refusal)
  })

  test('have a total limit, even if copied repeatedly', () => {
    const many = new Map(Array.from({ length: 200 }, (_, n) => [`${n}`, Buffer.from('x')]))
    const copies = Array.from(
      { length: 6 },
      (_, n) => ({ line: n, kind: 'copy', sources: ['.'], to: `${n}/` }) as const,
    )
    expect(layOut(copies, many)).toMatchObject({ ok: false, line: 5, message: 'copies too many files or bytes' })
  })
})

test('a working folder outside /skill is refused', () => {
  expect(laidOut('WORKDIR /tmp')).toContain('2: works in /tmp — use a folder below /skill')
})
