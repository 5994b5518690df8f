import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { readDockerfile } from './dockerfile.ts'

const read = (...lines: string[]) => readDockerfile(lines.join('\n'))
const refusalOf = (...lines: string[]) => {
  const result = read(...lines)
  return result.ok ? undefined : `${result.line}: ${result.message} — ${result.remedy}`
}
const begin = 'FROM travel-skill-base'
const end = 'CMD ["python3", "/skill/main.py"]'
const cmd = { kind: 'cmd', command: ['python3', '/skill/main.py'] }

describe("a skill's Dockerfile", () => {
  test('defines the copied files, the variables and the command', () => {
    const lines = [
      '# a comment',
      '',
      begin,
      'ENV A=1 B="two words"',
      'WORKDIR lib',
      'COPY main.py \\',
      '  # more',
      '  data ./',
      end,
    ]
    expect(read(...lines)).toEqual({
      ok: true,
      instructions: [
        {
          line: 4,
          kind: 'env',
          variables: [
            ['A', '1'],
            ['B', 'two words'],
          ],
        },
        { line: 5, kind: 'workdir', path: 'lib' },
        { line: 6, kind: 'copy', sources: ['main.py', 'data'], to: './' },
        { line: 9, ...cmd },
      ],
    })
  })

  test('may have Windows line ends, lower-case keywords, JSON lists and a shell command', () => {
    expect(read('from travel-skill-base\r', 'copy ["main.py", "/skill/"]\r', 'cmd python3 "$HOME"\r')).toEqual({
      ok: true,
      instructions: [
        { line: 2, kind: 'copy', sources: ['main.py'], to: '/skill/' },
        { line: 3, kind: 'cmd', command: ['/bin/sh', '-c', 'python3 "$HOME"'] },
      ],
    })
  })

  test.each([
    ['no instruction', [], '1: has no FROM — begin it with FROM travel-skill-base'],
    ['another base', ['FROM debian', end], '1: begins with FROM debian'],
    ['a tag on the base', ['FROM travel-skill-base:latest', end], '1: begins with'],
    ['a name for its stage', ['FROM travel-skill-base AS build', end], '1: begins with'],
    ['a platform', ['FROM --platform=linux/arm64 travel-skill-base', end], '1: begins with'],
    ['an argument in its FROM', ['ARG B=debian', 'FROM $B', end], '1: begins with ARG'],
    ['a FROM over two lines', ['FROM \\', 'debian', end], '1: begins with FROM'],
    ['a second stage', [begin, end, 'FROM travel-skill-base'], '3: is a second FROM'],
    ['files of another image', [begin, 'COPY --from=debian / /', end], '2: COPY has the flag --from=debian'],
    [
      'a flag in a continuation line',
      [begin, 'COPY \\', '# comment', ' --from=debian / /', end],
      '2: COPY has the flag',
    ],
    ['a flag over two lines', [begin, 'COPY --fro\\', 'm=debian / /', end], '2: COPY has the flag --from=debian'],
    ['an escaped flag', [begin, 'COPY --fr\\om=debian / /', end], '2: COPY has the flag'],
    ['a flag whose start is quoted', [begin, 'COPY --"from"=debian / /', end], '2: COPY has the flag'],
    ['a flag with quotes in it', [begin, "COPY --fr''om=debian / /", end], '2: COPY has the flag'],
    ['quotes around a flag', [begin, 'COPY "--from=debian" / /', end], '2: has '],
    ['a line that ends in two backslashes', [begin, 'COPY main.py \\\\', 'COPY --from=debian / /', end], '2: '],
    ['a variable', [begin, 'COPY $X /skill/', end], '2: has "$X" — write plain names'],
    ['a wildcard', [begin, 'COPY *.py /skill/', end], '2: has "*.py"'],
    ['a variable of the platform', [begin, 'ENV TRAVEL_END=0', end], '2: ENV sets TRAVEL_END'],
    ['an escape in a variable', [begin, 'ENV A=\\$B', end], '2: ENV is not a list of NAME=value'],
    ['a URL', [begin, 'ADD https://example.com/x /', end], "2: ADD is not allowed in a skill's Dockerfile"],
    ['a program that runs during the build', [begin, 'RUN true', end], '2: RUN is not allowed'],
    ['a heredoc', [begin, 'COPY <<EOF /skill/x', 'RUN x', 'EOF', end], '2: '],
    ['a volume', [begin, 'VOLUME /data', end], '2: VOLUME is not allowed'],
    ['its own first process', [begin, 'ENTRYPOINT ["sh"]', end], '2: ENTRYPOINT is not allowed'],
    ['another user', [begin, 'USER root', end], '2: USER is not allowed'],
    ['labels', [begin, 'LABEL aw.travel.image=base', end], '2: LABEL is not allowed'],
    ['a health check', [begin, 'HEALTHCHECK CMD true', end], '2: HEALTHCHECK is not allowed'],
    ['triggers', [begin, 'ONBUILD RUN true', end], '2: ONBUILD is not allowed'],
    ['another escape character', ['# escape=`', begin, end], '1: looks like a parser directive'],
    ['another syntax', ['#syntax=docker/dockerfile:1', begin, end], '1: looks like a parser directive'],
    ['too many lines', [begin, ...Array.from({ length: 200 }, () => 'COPY a b'), end], '1: has more than'],
    ['an incomplete list', [begin, 'CMD ["python3"'], '2: is not a JSON list of strings'],
    ['two commands', [begin, end, end], '3: is a second CMD'],
    ['no command', [begin, 'COPY . .'], '1: has no CMD'],
  ])('with %s is rejected', (_, lines, refusal) => {
    expect(refusalOf(...lines)).toContain(refusal)
  })

  test('may end in a backslash, which continues nothing', () => {
    expect(read(begin, end, 'COPY main.py /skill/ \\')).toEqual({
      ok: true,
      instructions: [
        { line: 2, ...cmd },
        { line: 3, kind: 'copy', sources: ['main.py'], to: '/skill/' },
      ],
    })
  })

  test('accepts no escapes, quotes, variables or flags in paths, whatever the text', () => {
    const piece = fc.constantFrom(
      'COPY',
      'ENV',
      'CMD',
      ' ',
      '\n',
      '\\',
      '"',
      "'",
      '--from=x',
      '[',
      ']',
      '$',
      'a',
      '=',
      '#',
      '<<E',
      '\r',
      '`',
      'RUN',
      '\0',
    )
    const joined = (parts: readonly string[]) => parts.join('')
    const word = fc.array(fc.constantFrom('a', '/', '.', '"', '$', '\\', '`', '--from=x'), { maxLength: 3 }).map(joined)
    const copy = fc.array(word, { minLength: 2, maxLength: 3 }).map((words) => `COPY ${words.join(' ')}`)
    let paths = 0
    fc.assert(
      fc.property(fc.oneof(fc.array(piece, { maxLength: 30 }).map(joined), copy), (text) => {
        const result = read(begin, text, end)
        if (!result.ok) return
        for (const instruction of result.instructions) {
          if (instruction.kind !== 'copy') continue
          for (const path of [...instruction.sources, instruction.to]) {
            expect(path).toMatch(/^(?!--)[^\s"'\\$`\p{Cc}]+$/u)
            paths += 1
          }
        }
      }),
      { numRuns: 2000 },
    )
    expect(paths).toBeGreaterThan(0)
  })
})
