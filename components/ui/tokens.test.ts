import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const tokens = readFileSync(join(import.meta.dirname, 'tokens.css'), 'utf8')

/** Each color token with its colors by day and by night. */
const colors = new Map(
  [...tokens.matchAll(/--color-([\w-]+): light-dark\((#\w{6}), (#\w{6})\)/g)].map(
    ([, name = '', day = '', night = '']) => [name, [day, night]],
  ),
)
const themes = ['light', 'dark']

function luminance(color: string): number {
  const [red = 0, green = 0, blue = 0] = [1, 3, 5]
    .map((at) => Number.parseInt(color.slice(at, at + 2), 16) / 255)
    .map((part) => (part <= 0.04045 ? part / 12.92 : ((part + 0.055) / 1.055) ** 2.4))
  return 0.2126 * red + 0.7152 * green + 0.0722 * blue
}

/** The contrast of two tokens in both themes, as WCAG defines it. */
function contrasts(one: string, other: string): number[] {
  return themes.map((_, theme) => {
    const [a, b] = [one, other].map((token) => luminance(colors.get(token)?.[theme] ?? '#')).toSorted((a, b) => b - a)
    return ((a ?? 0) + 0.05) / ((b ?? 1) + 0.05)
  })
}

const inks = ['ink', 'ink-2', 'ink-3', 'accent', 'accent-strong', 'info', 'ok', 'warn', 'stop']
const washes = ['accent-wash', 'info-wash', 'ok-wash', 'warn-wash', 'stop-wash']
const surfaces = ['paper', 'sheet', 'raised', 'inset', 'hover', 'land', 'water', ...washes]

test.each(inks)('the ink "%s" is legible on every surface in both themes', (ink) => {
  for (const surface of surfaces) {
    for (const contrast of contrasts(ink, surface)) expect(contrast, surface).toBeGreaterThanOrEqual(4.5)
  }
})

test('a text in another color than ink is legible on the background that its rule gives it, in both themes', () => {
  // Lines are the color of separators and of what is disabled.
  const others = [...colors.keys()].filter((token) => !inks.includes(token) && !token.startsWith('line'))
  const found = globSync('{app,components}/**/*.css', { cwd: root }).flatMap((file) =>
    [...readFileSync(join(root, file), 'utf8').matchAll(/([^{}]*)\{([^{}]*)\}/g)].flatMap(
      ([, selector = '', rule = '']) => {
        const text = /(?:^|\s)color: var\(--color-([\w-]+)\)/.exec(rule)?.[1] ?? ''
        const behind = /background(?:-color)?: var\(--color-([\w-]+)\)/.exec(rule)?.[1] ?? ''
        if (!others.includes(text)) return []
        return [{ where: `${file}: ${selector.trim()}`, lowest: Math.min(...contrasts(text, behind)) }]
      },
    ),
  )
  expect(found.length).toBeGreaterThan(10)
  expect(found.filter(({ lowest }) => !(lowest >= 4.5))).toEqual([])
})
