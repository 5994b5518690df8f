import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { fontAxes } from './page-fonts.ts'
import { root } from './steps.ts'

const styles = globSync('{app,components}/**/*.css', { cwd: root }).map((file) =>
  readFileSync(join(root, file), 'utf8'),
)

test.each([
  ['weights', /font-weight[\w-]*: (\d+)[;\s]/g, fontAxes.wght],
  ['widths', /(?:font-stretch|--width-[a-z]+): ([\d.]+)%/g, fontAxes.wdth],
] as const)('the page font covers all %s that the style sheets use', (_, pattern, { min, max }) => {
  const used = styles.flatMap((style) => [...style.matchAll(pattern)].map(([, value]) => Number(value)))
  expect(used.length).toBeGreaterThan(5)
  expect(used.filter((value) => value < min || value > max)).toEqual([])
})
