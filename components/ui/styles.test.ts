import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const components = join(import.meta.dirname, '..')
const root = join(components, '..')
const sized = /^\s*(?:line-height|font-size|(?:min-|max-)?(?:width|height)|gap|padding|margin|grid-template-columns):/

/** The lines of the style sheets that contain a size in px. Allowed: up to 3 px, such as hairlines. */
function linesInPx(): string[] {
  return globSync('**/*.css', { cwd: components }).flatMap((file) =>
    readFileSync(join(components, file), 'utf8')
      .split('\n')
      .filter((line) => sized.test(line) || /@media|@container/.test(line))
      .filter((line) => [...line.matchAll(/(\d*\.?\d+)px/g)].some(([, value]) => Number(value) > 3))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

/** The classes with which rules of these style sheets begin, without the `is-` classes, which only modify others. */
const classesIn = (pattern: string) =>
  new Set(
    globSync(pattern, { cwd: components }).flatMap((file) =>
      [...readFileSync(join(components, file), 'utf8').matchAll(/^\s*\.(?!is-)([a-z][\w-]*)/gm)].map(
        ([, name]) => name,
      ),
    ),
  )

test('the console and the results share no class, because both style sheets apply to every page', () => {
  const inResults = classesIn('travel/results/**/*.css')
  expect([...classesIn('console/**/*.css')].filter((name) => inResults.has(name))).toEqual([])
})

test('sizes and breakpoints follow the text size that the reader has set in the browser', () => {
  expect(linesInPx()).toEqual([])
})

/** Geographic drawings keep east on the right in every language. */
const drawings = ['console/**', 'travel/results/hotels/map.css']
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius):|(?:text-align|float|clear): (?:left|right)/
/** Allowed, because a centred element is also shifted back by half of its width. */
const centred = /^\s*left: 50%;$/
/** A rule with four values, of which the right and the left one differ. */
const fourSides = /(?:padding|margin|inset): \S+ (\S+) \S+ (?!\1;)\S+;$/

test('styles use logical directions, so that a right-to-left page is the mirror image of a left-to-right one', () => {
  const found = globSync('**/*.css', { cwd: components, exclude: drawings }).flatMap((file) =>
    readFileSync(join(components, file), 'utf8')
      .split('\n')
      .filter((line) => !centred.test(line) && (physical.test(line) || fourSides.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})

const styled = globSync('**/*.css', { cwd: components })
  .map((file) => readFileSync(join(components, file), 'utf8'))
  .join('\n')

/** After a change of elements, the browser would style again all elements that may be beside or below the change. */
const anyBeside = /(?:[+~]|:has\([^{},]*\)[^{},]*) \*/

test('no rule is for any element beside another one or in one with certain content, because each change of a page would be slow', () => {
  expect(styled.split('\n').filter((line) => anyBeside.test(line))).toEqual([])
})

test('every link has a class with a style, because links without one look like the text around them', () => {
  const hasStyle = (attributes: string) => {
    const named = /className="([^"]+)"/.exec(attributes)?.[1]
    if (named === undefined) return /className=|\.\.\.rest/.test(attributes)
    return named.split(' ').some((name) => new RegExp(`\\.${name}(?![\\w-])`).test(styled))
  }
  // The footer styles its links by their place.
  const exclude = ['**/*.test.tsx', 'ui/shell/site-footer.tsx']
  const found = globSync('**/*.tsx', { cwd: components, exclude }).flatMap((file) =>
    [...readFileSync(join(components, file), 'utf8').matchAll(/<(?:a|Link|PageLink)\b((?:=>|[^>])*)>/g)]
      .filter(([, attributes = '']) => !hasStyle(attributes))
      .map(([tag]) => `${file}: ${tag}`),
  )
  expect(found).toEqual([])
})

test('every custom property that the styles use is defined', () => {
  const scripts = globSync('{app,components}/**/*.tsx', { cwd: root }).map((file) =>
    readFileSync(join(root, file), 'utf8'),
  )
  const defined = new Set(
    [styled, ...scripts].flatMap((text) => text.match(/--[\w-]+(?=['"]?:)|(?<=variable: ')--[\w-]+/g) ?? []),
  )
  const used = new Set(styled.match(/(?<=var\()--[\w-]+/g))
  expect([...used].filter((name) => !defined.has(name))).toEqual([])
})
