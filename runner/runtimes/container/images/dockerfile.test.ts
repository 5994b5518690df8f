import { describe, expect, test } from 'vitest'
import { readDockerfile } from './dockerfile.ts'

const tag = 'travel-skill-base:0123456789ab'
const read = (...lines: string[]) => readDockerfile(lines.join('\n'), tag)
const textOf = (...lines: string[]) => {
  const result = read(...lines)
  if (!result.ok) throw new Error(`${result.line}: ${result.message}`)
  return result.text
}
const refusalOf = (...lines: string[]) => {
  const result = read(...lines)
  return result.ok ? undefined : `${result.line}: ${result.message} — ${result.remedy}`
}
const begin = 'FROM travel-skill-base'
const end = 'CMD ["python3", "/skill/main.py"]'

describe("a skill's Dockerfile", () => {
  test('builds on the exact base, and ends with its first process and its user', () => {
    expect(textOf('# a comment', '', begin, 'USER root', 'COPY . /skill/', 'RUN true \\', '  && true', end)).toBe(
      [
        '# a comment',
        '',
        `FROM ${tag}`,
        'USER root',
        'COPY . /skill/',
        'RUN true \\',
        '  && true',
        end,
        `COPY --from=${tag} /usr/local/bin/travel-init /usr/local/bin/travel-init`,
        'USER 65534:65534',
        'ENTRYPOINT ["/usr/local/bin/travel-init"]',
        '',
      ].join('\n'),
    )
  })

  test('may have Windows lines and small letters', () => {
    expect(textOf('from travel-skill-base\r', 'cmd ["x"]\r')).toContain(`FROM ${tag}\n`)
  })

  test.each([
    ['nothing', [], '1: has no FROM — begin it with FROM travel-skill-base'],
    ['another base', ['FROM debian', end], '1: begins with FROM debian'],
    ['a base of its own choice of tag', ['FROM travel-skill-base:latest', end], '1: begins with'],
    ['a name for its stage', ['FROM travel-skill-base AS build', end], '1: begins with'],
    ['a platform', ['FROM --platform=linux/arm64 travel-skill-base', end], '1: begins with'],
    ['an argument in its FROM', ['ARG B=debian', 'FROM $B', end], '1: begins with ARG'],
    ['a FROM over two lines', ['FROM \\', 'debian', end], '1: begins with FROM debian'],
    ['a second stage', [begin, end, 'FROM travel-skill-base'], '3: is a second FROM'],
    ['files of another image', [begin, 'COPY --from=debian / /', end], '2: copies from another image'],
    [
      'such files in a later line',
      [begin, 'COPY \\', '# comment', ' --from=debian / /', end],
      '2: copies from another',
    ],
    ['a URL', [begin, 'ADD https://example.com/x /', end], "2: ADD may not stand in a skill's Dockerfile"],
    ['a volume', [begin, 'VOLUME /data', end], '2: VOLUME may not'],
    ['a first process of its own', [begin, 'ENTRYPOINT ["sh"]', end], '2: ENTRYPOINT may not'],
    ['labels', [begin, 'LABEL aw.travel.image=base', end], '2: LABEL may not'],
    ['a health check', [begin, 'HEALTHCHECK CMD true', end], '2: HEALTHCHECK may not'],
    ['triggers', [begin, 'ONBUILD RUN true', end], '2: ONBUILD may not'],
    ['another escape character', ['# escape=`', begin, end], '1: looks like a parser directive'],
    ['another syntax', ['#syntax=docker/dockerfile:1', begin, end], '1: looks like a parser directive'],
    ['nothing to run', [begin, 'COPY . .'], '1: has no CMD'],
  ])('with %s is refused', (_, lines, refusal) => {
    expect(refusalOf(...lines)).toContain(refusal)
  })
})
