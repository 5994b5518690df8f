import { expect, it } from 'vitest'
import { type Judged, verdictTable } from './verdict-table.ts'

const judged = (verdict: Judged['verdict'], isMalicious = true): Judged => ({
  source: 'one',
  category: 'lures',
  isMalicious,
  verdict,
})

it('counts the verdicts per source and category, with the interval of the stopped share', () => {
  expect(verdictTable([{ ...judged('block'), category: 'base64|sh' }])).toContain('| one | base64\\|sh | 1 |')
  const table = verdictTable([
    judged('block'),
    judged('review'),
    judged('admit'),
    judged('admit'),
    judged('admit', false),
  ])
  expect(table).toContain('| malicious | one | lures | 4 | 1 | 1 | 2 | 50 (15–85) |')
  expect(table).toContain('| benign | all | all | 1 | 0 | 0 | 1 | 0 (0–79) |')
})
