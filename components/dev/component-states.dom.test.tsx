import { globSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { screen } from '@testing-library/react'
import { expect, test } from 'vitest'
import { render } from '../../scripts/testing/english-texts.tsx'
import { ComponentStates } from './component-states.tsx'

/** Without a look of their own: the link inside of others, the texts of a page, and a page that is read again. */
const unseen = ['fresh-page.tsx', 'page-link.tsx', 'texts.tsx']

test('the page of components shows every component of components/ui', () => {
  render(<ComponentStates />)
  expect(screen.getByRole('region', { name: 'Button' })).toBeTruthy()
  const source = readFileSync(join(import.meta.dirname, 'component-states.tsx'), 'utf8')
  const components = globSync('*.tsx', { cwd: join(import.meta.dirname, '../ui'), exclude: ['*.test.tsx'] })
  expect(components.filter((file) => !unseen.includes(file) && !source.includes(`'../ui/${file}'`))).toEqual([])
})
