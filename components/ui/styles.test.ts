import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const components = join(import.meta.dirname, '..')
const sized = /^\s*(?:line-height|font-size|(?:min-|max-)?(?:width|height)|gap|padding|margin|grid-template-columns):/

/**
 * The lines of the travelers' style sheets that hold a size in px. Hairlines of up to 3 px may, and the letters of the
 * strip chart, which scale with the drawing.
 */
function linesInPx(): string[] {
  return globSync('**/*.css', { cwd: components, exclude: ['console/**', 'chart/**'] }).flatMap((file) =>
    readFileSync(join(components, file), 'utf8')
      .split('\n')
      .filter((line) => sized.test(line) || /@media|@container/.test(line))
      .filter((line) => [...line.matchAll(/(\d*\.?\d+)px/g)].some(([, value]) => Number(value) > 3))
      .map((line) => `${file}: ${line.trim()}`),
  )
}

/** The classes that rules of these style sheets begin with, without those that only modify others. */
const classesIn = (pattern: string) =>
  new Set(
    globSync(pattern, { cwd: components }).flatMap((file) =>
      [...readFileSync(join(components, file), 'utf8').matchAll(/^\s*\.(?!is-)([a-z][\w-]*)/gm)].map(
        ([, name]) => name,
      ),
    ),
  )

test('the console and the results share no class, because both style sheets apply to every page', () => {
  const inResults = classesIn('results/**/*.css')
  expect([...classesIn('console/**/*.css')].filter((name) => inResults.has(name))).toEqual([])
})

test('sizes and breakpoints follow the text size that the reader has set in the browser', () => {
  expect(linesInPx()).toEqual([])
})

/** Geographic drawings keep east on the right in every language. */
const drawings = ['console/**', 'chart/**', 'results/hotels/map.css']
const physical =
  /(?:^|[\s;{])(?:(?:margin|padding|border|scroll-margin|scroll-padding)-(?:left|right)[\w-]*|left|right|border-(?:top|bottom)-(?:left|right)-radius):|(?:text-align|float|clear): (?:left|right)/
/** A centred element: half of the width, and half of its own back. */
const centred = /^\s*left: 50%;$/
/** Top, right, bottom, left with different ends. */
const fourSides = /(?:padding|margin|inset): \S+ (\S+) \S+ (?!\1;)\S+;$/

test('a page from right to left is the mirror of one from left to right', () => {
  const found = globSync('**/*.css', { cwd: components, exclude: drawings }).flatMap((file) =>
    readFileSync(join(components, file), 'utf8')
      .split('\n')
      .filter((line) => !centred.test(line) && (physical.test(line) || fourSides.test(line)))
      .map((line) => `${file}: ${line.trim()}`),
  )
  expect(found).toEqual([])
})
