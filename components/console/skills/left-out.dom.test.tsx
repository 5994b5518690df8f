import { render, screen } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { openInConsole } from '../testing/open-in-console.tsx'
import { LeftOut, SkillsPage } from './skills-page.tsx'

const place = { file: 'skills/SKILL_MANIFEST.json', line: 4, column: 5, path: 'approvedSkills[1]' }
const ghost = { ...place, message: 'approves "ghost", which is not a folder', remedy: 'remove it, or add the folder' }
const texts = () => screen.getAllByRole('listitem').map(({ textContent }) => textContent)

test('names each entry that is left out, what is wrong, and what to do', () => {
  render(
    <LeftOut problems={[ghost, { ...ghost, path: '', message: 'is missing', remedy: 'write it' }]} areAll={false} />,
  )
  expect(screen.getByRole('heading').textContent).toBe('Left out2 problems')
  expect(texts()).toEqual([
    'These entries and skills are left out. The others run. Restart the app after a correction.',
    'skills/SKILL_MANIFEST.json:4approvedSkills[1] approves "ghost", which is not a folder. To mend: remove it, or add the folder.',
    'skills/SKILL_MANIFEST.json:4is missing. To mend: write it.',
  ])
})

test('says when no skill is left', () => {
  render(<LeftOut problems={[ghost]} areAll />)
  expect(texts()[0]).toBe('These entries and skills are left out. No skill runs. Restart the app after a correction.')
})

test('is not shown without a problem', () => {
  expect(render(<LeftOut problems={[]} areAll />).container.textContent).toBe('')
})

test('the page of skills says only that when no skill is left, and how to find some', async () => {
  vi.stubGlobal('fetch', async () => Response.json({ skills: [], left_out: [ghost], providers: [] }))
  openInConsole(<SkillsPage />)
  await screen.findByText(/No skill runs/)
  expect(screen.getAllByRole('region').map((box) => box.textContent)).toEqual([expect.stringContaining('ghost')])
  expect(screen.getByRole('link', { name: 'Find skills' })).toBeTruthy()
})

test('the page of skills says how to find some also while their list cannot be read', async () => {
  vi.stubGlobal('fetch', async () =>
    Response.json({ error: { code: 'INTERNAL', message: 'It broke.' } }, { status: 500 }),
  )
  openInConsole(<SkillsPage />)
  await screen.findByText(/It broke/)
  expect(screen.getByRole('link', { name: 'Find skills' })).toBeTruthy()
})
