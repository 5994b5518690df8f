import { render, screen, within } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { Finding, Verdict } from '#lib/console/model/console-skill.ts'
import { Findings, GateBox } from './gate-box.tsx'

const opinion = (excerpt: string, more: Partial<Finding> = {}): Finding => ({
  gate: 'scanner',
  rule: 'SECOND-OPINION',
  severity: 'info',
  confidence: 'medium',
  file: '',
  line: 1,
  excerpt,
  why: 'A language model gave no opinion: The language model gave no answer in time.',
  remedy: 'Read the skill.',
  blocks: false,
  accepted: null,
  ...more,
})

function show(verdict: Verdict, findings: Finding[]): string {
  const page = { verdict, version: '1.0.0', refusal: null, gates: [], chains: [], findings }
  render(
    <>
      <GateBox page={page} />
      <Findings page={page} />
    </>,
  )
  return screen.getByText('Second opinion').closest('li')?.textContent ?? ''
}
const listed = () => within(screen.getByRole('region', { name: 'Findings' })).queryAllByRole('listitem')

test('names the model that holds a release for review, and its doubts in words', () => {
  const text = show('review', [opinion('llama3: 8b: doubtful conceals_actions, sends_data_away')])
  expect(text).toContain('llama3: 8b doubts that it acts for the person: it conceals what it does, sends data away.')
  expect(text).toContain('Only this doubt holds the release for review.')
  expect(listed()).toHaveLength(1)
})

test('says that a doubt is accepted', () => {
  const accepted = { reason: 'Read it.', expires: '2027-01-31' }
  expect(show('admit', [opinion('small-1: doubtful ', { accepted })])).toContain('You accept the doubt.')
})

test.each([
  ['small-1: harmless', 'small-1 has no doubt. This does not change the verdict.'],
  ['small-1: unknown', 'no answer in time. The verdict is that of the gates; the next start asks again.'],
])('shows the opinion "%s" as no finding, because it says nothing against the skill', (excerpt, text) => {
  expect(show('admit', [opinion(excerpt)])).toContain(text)
  expect(screen.getByText('0 open, 0 accepted')).toBeDefined()
  expect(listed()).toEqual([])
})

test('says that no model was asked if the operator did not turn it on, or the gates leave the skill to a person', () => {
  expect(show('review', [])).toContain('No language model was asked.')
})
