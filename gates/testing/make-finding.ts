import type { Finding } from '../finding.ts'

/** A finding of the scanner, but for the given fields. */
export const makeFinding = (fields: Partial<Finding> = {}): Finding => ({
  gate: 'scanner',
  rule: 'A-RULE',
  class: 'exfiltration',
  severity: 'medium',
  confidence: 'high',
  file: 'a.py',
  line: 1,
  column: 1,
  excerpt: '',
  why: '',
  remedy: '',
  signals: [],
  blocks: false,
  ...fields,
})
