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
    ['by a name of its own', ['COPY main.py run.py'], { '/skill/run.py': 'main.py' }],
    ['into a folder', ['COPY main.py /skill/bin/'], { '/skill/bin/main.py': 'main.py' }],
    ['into the folder that it works in', ['WORKDIR bin', 'COPY main.py .'], { '/skill/bin/main.py': 'main.py' }],
    ['with its folder', ['COPY lib /skill/x'], { '/skill/x/a.py': 'lib/a.py', '/skill/x/deep/b.py': 'lib/deep/b.py' }],
    ['several', ['COPY main.py ./lib/a.py /skill'], { '/skill/main.py': 'main.py', '/skill/a.py': 'lib/a.py' }],
    ['the last one of a path', ['COPY main.py x', 'COPY lib/a.py x'], { '/skill/x': 'lib/a.py' }],
  ])('are copied: %s', (_, lines, files) => {
    expect(laidOut(...lines)).toEqual(files)
  })

  test.each([
    [
      'over the first process',
      'COPY main.py /usr/local/bin/travel-init',
      '2: copies to /usr/local/bin/travel-init — name a path below /skill',
    ],
    ['out of the folder by dots', 'COPY main.py /skill/../usr/x', '2: copies to /skill/../usr/x'],
    ['beside the folder', 'COPY main.py /skills/x', '2: copies to /skills/x'],
    ['from outside', 'COPY ../secret /skill/', '2: copies ../secret, which is not there'],
    ['what is not there', 'COPY other.py /skill/', '2: copies other.py, which is not there'],
    ['as a removal', 'COPY main.py .wh.main.py', '2: makes the file /skill/.wh.main.py'],
    ['where they work later', 'COPY main.py x\nWORKDIR x', 'makes /skill/x a file and a folder'],
    ['under a long path', `COPY main.py ${'d/'.repeat(100)}x`, '2: makes the file /skill/d/d/'],
    ['as a file and a folder', 'COPY main.py x\nCOPY lib x/', 'makes /skill/x a file and a folder'],
  ])('are not copied %s', (_, line, refusal) => {
    expect(laidOut(...line.split('\n'))).toContain(refusal)
  })

  test('are bounded, however often they are copied', () => {
    const many = new Map(Array.from({ length: 200 }, (_, n) => [`${n}`, Buffer.from('x')]))
    const copies = Array.from(
      { length: 6 },
      (_, n) => ({ line: n, kind: 'copy', sources: ['.'], to: `${n}/` }) as const,
    )
    expect(layOut(copies, many)).toMatchObject({ ok: false, line: 5, message: 'copies too much' })
  })

  test('are worked in below their folder only', () => {
    expect(laidOut('WORKDIR /tmp')).toContain('2: works in /tmp — name a folder below /skill')
  })
})
